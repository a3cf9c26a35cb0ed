/** Manifests for transcripts. */

export const SHOP = `apiVersion: v1
kind: Service
metadata: {name: cache, namespace: shop}
spec: {clusterIP: 10.0.0.9, ports: [{name: redis, port: 6379}, {name: metrics, port: 9121, protocol: UDP}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {host: db, port: "5432", "1bad": x}
binaryData: {raw: aGk=}
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
data: {user: YWRtaW4=}
stringData: {password: hunter2}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  template:
    metadata:
      labels: {app: web}
      annotations: {note: "a b"}
    spec:
      nodeName: node-1
      initContainers:
      - {name: setup, image: i, command: [init, $(HOST)], env: [{name: HOST, value: setup}]}
      - {name: sidecar, image: i, restartPolicy: Always, args: [$(NOTHING)]}
      containers:
      - name: app
        image: i
        command: [serve, --user=$(user)]
        args: [$(URL), $(PASSWORD), $(HOTS), $$(URL), "$(CACHE_SERVICE_HOST):$(CACHE_SERVICE_PORT_METRICS)"]
        envFrom:
        - configMapRef: {name: settings}
        - {prefix: APP_, secretRef: {name: login}}
        - {configMapRef: {name: elsewhere, optional: true}}
        env:
        - {name: EARLY, value: $(HOST)}
        - {name: HOST, value: first}
        - {name: HOST, valueFrom: {configMapKeyRef: {name: settings, key: host}}}
        - {name: PASSWORD, valueFrom: {secretKeyRef: {name: login, key: password}}}
        - {name: MISSING, valueFrom: {secretKeyRef: {name: login, key: nothing, optional: true}}}
        - {name: URL, value: "http://$(HOST):$(port)/$(PASSWORD)"}
        - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
        - {name: ADDRESS, value: "$(IP):$(NOTE)"}
        - {name: NOTE, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['note']"}}}
        - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
        - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
        - {name: MEMORY, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}}
        - {name: EMPTY}
        - {name: LINES, value: "a\\nb 'c' \\"d\\" $(HOST) \\\\"}
        resources: {limits: {memory: 256Mi, cpu: 1500m}}
        livenessProbe: {exec: {command: [check, $(URL)]}}
        readinessProbe: {httpGet: {port: 80, host: $(HOST)}}
        lifecycle: {preStop: {exec: {command: [stop, $(HOST)]}}}
        volumeMounts: [{name: data, mountPath: /data, subPathExpr: $(HOST)/x}]
      volumes: [{name: data, emptyDir: {}}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: report, namespace: shop}
spec:
  schedule: "@daily"
  jobTemplate:
    spec:
      template:
        spec:
          containers:
          - {name: report, image: i, args: [$(DAY), $(cat file)], env: [{name: DAY, value: "$(date)"}]}
          - {name: second, image: i}
`;

export const BROKEN_PODS = `apiVersion: v1
kind: Pod
metadata: {name: twice}
spec:
  containers:
  - {name: a, image: i, env: [{name: "", value: x}, {name: A=B, value: y}]}
  - {name: a, image: i, envFrom: [{}]}
---
apiVersion: v1
kind: Pod
metadata: {name: typed}
spec:
  containers:
  - {name: 1, image: i, args: [1, true], env: {A: 1}}
---
apiVersion: v1
kind: Pod
metadata: {name: missing}
spec:
  containers:
  - name: app
    image: i
    env:
    - {name: A, valueFrom: {configMapKeyRef: {name: none, key: k}}}
    - {name: B, valueFrom: {secretKeyRef: {name: none, key: k}, fieldRef: {fieldPath: metadata.name}}}
    - {name: C, valueFrom: {fieldRef: {fieldPath: spec.unknown}}}
    - {name: D, valueFrom: {resourceFieldRef: {resource: limits.gpu}}}
    envFrom: [{secretRef: {name: none}}]
`;
