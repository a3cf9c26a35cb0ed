/** What the pods of these tests refer to. */
export const OBJECTS = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data:
  host: db
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
stringData:
  password: hunter2
`;
