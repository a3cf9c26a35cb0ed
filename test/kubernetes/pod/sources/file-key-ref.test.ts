import { describe, expect, test } from "vitest";
import {
  type Pod,
  type ResolvedContainer,
  type ResolveOptions,
  resolvePod,
  validatePod,
} from "../../../../src/index.ts";
import { formatPath, type VolumeContents } from "../../../../src/kubernetes/index.ts";

const KUBELET: ResolveOptions = { profile: "kubelet", input: "manifest" };
const DESIGN: ResolveOptions = { profile: "design" };

interface Reference {
  readonly volumeName?: string;
  readonly path?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

function podWith(reference: Reference, volumes: readonly object[] = [{ name: "config", emptyDir: {} }]): Pod {
  const fileKeyRef = { volumeName: "config", path: "config.env", key: "CONFIG_VAR", ...reference };
  return {
    metadata: { name: "dapi-test-pod", namespace: "default", uid: "u-1" },
    spec: {
      containers: [{ name: "use-envfile", env: [{ name: "CONFIG_VAR", valueFrom: { fileKeyRef } }] }],
      volumes: volumes as never,
    },
  };
}

function resolve(pod: Pod, contents: VolumeContents | undefined, options: ResolveOptions): ResolvedContainer {
  return resolvePod(pod, contents ? { volumeContents: { config: contents } } : {}, options).containers[0]!;
}

const file = (text: string | Uint8Array): VolumeContents => ({ files: { "config.env": text } });
const valueOf = (container: ResolvedContainer) => container.env.find(({ name }) => name === "CONFIG_VAR")?.value;

function failure(message: string) {
  const event = {
    type: "Warning",
    reason: "Failed",
    message: `Error: ${message}`,
    fieldPath: "spec.containers{use-envfile}",
  };
  const path = ["spec", "containers", 0, "env", 0];
  return { message, stage: "env", waitingReason: "CreateContainerConfigError", event, path };
}

describe("the six failure scenarios of KEP-3721", () => {
  const volumePath = "spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName";

  test("1. the volume does not exist: the API refuses the pod", () => {
    const pod = podWith({ volumeName: "ghost" });
    for (const profile of ["design", "kubelet"] as const) {
      const problems = validatePod(pod, { profile });
      expect(problems.map(({ path, message }) => `${formatPath(path)}: ${message}`)).toEqual([
        `${volumePath}: Not found: "ghost"`,
      ]);
    }
    const message = 'cannot find the volume "ghost" referenced by FileKeyRef';
    expect(resolve(pod, file(""), KUBELET).error).toEqual(failure(message));
    expect(resolve(pod, file(""), DESIGN).error).toEqual(failure(message));
  });

  test("2. the volume is not an emptyDir: the API refuses the pod", () => {
    const pod = podWith({}, [{ name: "config", hostPath: { path: "/etc" } }]);
    for (const [profile, reason] of [
      ["design", "must be an emptyDir volume"],
      ["kubelet", "referenced volume must be of type emptyDir"],
    ] as const) {
      const problems = validatePod(pod, { profile });
      expect(problems.map(({ path, message }) => `${formatPath(path)}: ${message}`)).toEqual([
        `${volumePath}: Invalid value: "config": ${reason}`,
      ]);
    }
    // The kubelet itself does not look.
    expect(valueOf(resolve(pod, file("CONFIG_VAR='v'\n"), KUBELET))).toBe("v");
    const message = 'the volume "config" referenced by fileKeyRef is not an emptyDir';
    expect(resolve(pod, file("CONFIG_VAR='v'\n"), DESIGN).error).toEqual(failure(message));
  });

  test("3. the file or the key does not exist: the container does not start", () => {
    const absent: VolumeContents = { files: {} };
    expect(resolve(podWith({}), absent, KUBELET).error).toEqual(failure("couldn't parse env file"));
    expect(resolve(podWith({}), absent, DESIGN).error).toEqual(
      failure('env file "config.env" in volume "config" does not exist'),
    );
    const other = file("OTHER='1'\n");
    const place = "/var/lib/kubelet/pods/u-1/volumes/kubernetes.io~empty-dir/config/config.env";
    expect(resolve(podWith({}), other, KUBELET).error).toEqual(
      failure(`environment variable key "CONFIG_VAR" not found in file "${place}"`),
    );
    expect(resolve(podWith({}), other, DESIGN).error).toEqual(
      failure('env file "config.env" in volume "config" has no variable "CONFIG_VAR"'),
    );
  });

  test("4. the same, optional: the container starts without the variable", () => {
    const pod = podWith({ optional: true });
    const skipped = [
      {
        name: "CONFIG_VAR",
        source: { kind: "fileKeyRef", volumeName: "config", path: "config.env", key: "CONFIG_VAR" },
        path: ["spec", "containers", 0, "env", 0],
      },
    ];
    expect(resolve(pod, file("OTHER='1'\n"), KUBELET)).toMatchObject({ env: [], skipped });
    expect(resolve(pod, file("OTHER='1'\n"), DESIGN)).toMatchObject({ env: [], skipped });
    expect(resolve(pod, { files: {} }, DESIGN)).toMatchObject({ env: [], skipped });
    // Released kubelets fail for a missing file, whatever the KEP says.
    expect(resolve(pod, { files: {} }, KUBELET).error).toEqual(failure("couldn't parse env file"));
  });

  test("5. the file is not an env file: the container does not start", () => {
    const broken = file("A='1'\nCONFIG_VAR=secret\n");
    expect(resolve(podWith({}), broken, KUBELET).error).toEqual(failure("couldn't parse env file"));
    const { error } = resolve(podWith({ optional: true }), broken, DESIGN);
    expect(error?.message).toMatch(/^env file "config.env" in volume "config": line 2, column 12: /);
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  test("6. the file contains an invalid name: the container does not start", () => {
    const named = file("CONFIG_VAR='v'\nnämé='1'\n");
    const { error } = resolve(podWith({}), named, DESIGN);
    expect(error?.message).toMatch(/^env file "config.env" in volume "config": line 2, column 2: /);
    // Released kubelets do not check names, and stop reading after the key.
    expect(valueOf(resolve(podWith({}), named, KUBELET))).toBe("v");
  });
});

describe("paths in the volume", () => {
  const text = "CONFIG_VAR='v'\n";
  const cases: [path: string, contents: VolumeContents][] = [
    ["config.env", { files: { "config.env": text } }],
    ["./a//b/../config.env", { files: { "a/config.env": text } }],
    ["../../../config.env", { files: { "config.env": text } }],
    ["/config.env", { files: { "config.env": text } }],
    ["config.env/", { files: { "config.env": text } }],
    ["ln", { files: { "real/c": text }, symlinks: { ln: "/real/c" } }],
    ["ln", { files: { "real/c": text }, symlinks: { ln: "real/c" } }],
    ["ln", { files: { c: text }, symlinks: { ln: "../../../c" } }],
    ["d/ln/c", { files: { "d/real/c": text }, symlinks: { "d/ln": "real" } }],
    ["d/ln/c", { files: { "real/c": text }, symlinks: { "d/ln": "/real" } }],
    // `..` goes up from the target of the link, not from the link.
    ["d/ln/../c", { files: { "x/c": text, "d/c": "CONFIG_VAR='wrong'\n" }, symlinks: { "d/ln": "/x/y" } }],
    ["a", { files: { d: text }, symlinks: { a: "b", b: "c", c: "/d" } }],
  ];
  test.each(cases)("%s", (path, contents) => {
    for (const options of [KUBELET, DESIGN]) {
      const container = resolve(podWith({ path }), contents, options);
      expect(container.error).toBeUndefined();
      expect(valueOf(container)).toBe("v");
    }
  });

  test("a directory, the root, a dangling link, and a path through a file are not files", () => {
    const contents: VolumeContents = { files: { "d/c": text }, symlinks: { gone: "nowhere" } };
    for (const path of ["d", "", ".", "..", "gone", "d/c/e"]) {
      const pod = podWith({ path });
      expect(resolve(pod, contents, KUBELET).error?.message).toBe("couldn't parse env file");
      expect(resolve(pod, contents, DESIGN).error?.message).toBe(
        `env file ${JSON.stringify(path)} in volume "config" does not exist`,
      );
    }
  });

  test("255 links are followed, not 256", () => {
    const chain = (length: number): VolumeContents => ({
      files: { [`l${length}`]: text },
      symlinks: Object.fromEntries(Array.from({ length }, (_, i) => [`l${i}`, `l${i + 1}`])),
    });
    const pod = podWith({ path: "l0" });
    expect(valueOf(resolve(pod, chain(255), KUBELET))).toBe("v");
    expect(resolve(pod, chain(256), KUBELET).error?.message).toBe(
      "SecureJoin /var/lib/kubelet/pods/u-1/volumes/kubernetes.io~empty-dir/config/l0: too many levels of symbolic links",
    );
    expect(resolve(pod, chain(256), DESIGN).error?.message).toBe(
      'env file "l0" in volume "config": more than 255 symbolic links',
    );
    const circle: VolumeContents = { symlinks: { l0: "l1", l1: "l0" } };
    expect(resolve(pod, circle, DESIGN).error?.message).toContain("more than 255 symbolic links");
  });

  test("the message of the kubelet contains the resolved path", () => {
    const contents: VolumeContents = { files: { "real/c": "" }, symlinks: { ln: "real" } };
    expect(resolve(podWith({ path: "ln/../ln/c" }), contents, KUBELET).error?.message).toBe(
      'environment variable key "CONFIG_VAR" not found in file ' +
        '"/var/lib/kubelet/pods/u-1/volumes/kubernetes.io~empty-dir/config/real/c"',
    );
  });
});

describe("contents", () => {
  test("a file can be bytes, and a volume a reader of its own", () => {
    const bytes = new TextEncoder().encode("CONFIG_VAR='grün'\n");
    expect(valueOf(resolve(podWith({}), file(bytes), DESIGN))).toBe("grün");
    const asked: string[] = [];
    const reader: VolumeContents = {
      readLink(path) {
        asked.push(`link ${path}`);
        return path === "config.env" ? "sub/real.env" : undefined;
      },
      readFile(path) {
        asked.push(`file ${path}`);
        return bytes;
      },
    };
    expect(valueOf(resolve(podWith({}), reader, DESIGN))).toBe("grün");
    expect(asked).toEqual(["link config.env", "link sub", "link sub/real.env", "file sub/real.env"]);
  });

  test("names of files that an object inherits are not there", () => {
    const pod = podWith({ path: "constructor" });
    expect(resolve(pod, { files: {} }, DESIGN).error?.message).toContain("does not exist");
    expect(resolve(podWith({ volumeName: "constructor" }), { files: {} }, DESIGN).error?.message).toBe(
      'cannot find the volume "constructor" referenced by FileKeyRef',
    );
  });

  test("a volume whose files are not given is unknown in a manifest, and empty for a kubelet's object", () => {
    const container = resolve(podWith({}), undefined, DESIGN);
    expect(container).toMatchObject({
      env: [],
      unknown: [{ name: "CONFIG_VAR", needs: 'the files of volume "config"' }],
    });
    expect(
      resolve({ ...podWith({}), spec: { ...podWith({}).spec, enableServiceLinks: true } }, undefined, {
        profile: "kubelet",
      }).error?.message,
    ).toBe("couldn't parse env file");
  });
});

describe("a value that is not UTF-8 keeps its bytes", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

  test.each([DESIGN, KUBELET])("%j", (options) => {
    const broken = resolve(podWith({}), file(bytes("CONFIG_VAR='a\xff\r\n'\n")), options);
    expect(broken.env).toMatchObject([{ value: "a\ufffd\n", bytes: Uint8Array.of(0x61, 0xff, 0x0a) }]);
    const text = resolve(podWith({}), file("CONFIG_VAR='a\ufffd'\n"), options);
    expect(text.env[0]).toMatchObject({ value: "a\ufffd" });
    expect(text.env[0]).not.toHaveProperty("bytes");
  });
});
