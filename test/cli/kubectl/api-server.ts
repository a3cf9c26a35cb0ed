/** An API server on loopback, as far as kubectl's `get`, `create` and `describe` need one. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { memberOf } from "../../../src/text/own-keys.ts";
import { type ClusterObject, RESOURCES } from "./shop.ts";

export class ApiServer {
  /** What has been asked for objects: `GET /api/v1/namespaces/shop/services`, without parameters. */
  readonly requests: string[] = [];
  /** What the user may not do: `get nodes`, `get secrets db`, `list services in shop`. */
  forbidden: readonly string[] = [];
  objects: ClusterObject[];
  private readonly server: Server;

  constructor(objects: ClusterObject[]) {
    this.objects = objects;
    this.server = createServer(async (request, response) => {
      const { status, body } = this.answer(request, await textOf(request));
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
  }

  /** Starts to listen; returns the server's URL. */
  start(): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(0, "127.0.0.1", () => {
        resolve(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
      });
    });
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer({ method = "", url = "" }: IncomingMessage, text: string): Answer {
    const { pathname, searchParams } = new URL(url, "http://server");
    const discovered = discovery(pathname);
    if (discovered !== undefined) return { status: 200, body: discovered };
    const found = resourceAt(pathname);
    if (found === undefined) return failure(404, "NotFound", "the server could not find the requested resource");
    this.requests.push(`${method} ${pathname}`);
    const { resource, namespace, name } = found;
    const verb = method === "POST" ? "create" : name === undefined ? "list" : "get";
    const what = `${resource.plural}${name === undefined ? "" : ` "${name}"`}`;
    const action = `${verb} ${resource.plural}`;
    if ([action, `${action} in ${namespace}`, `${action} ${name}`].some((each) => this.forbidden.includes(each))) {
      const where = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
      const who = `User "jane" cannot ${verb} resource "${resource.plural}" in API group "" ${where}`;
      return failure(403, "Forbidden", `${what} is forbidden: ${who}`);
    }
    if (verb === "create") {
      const object = JSON.parse(text) as ClusterObject;
      this.objects.push(object);
      return { status: 201, body: object };
    }
    const there = this.objects.filter(
      ({ apiVersion, kind, metadata }) =>
        apiVersion === resource.groupVersion && kind === resource.kind && metadata.namespace === namespace,
    );
    if (name === undefined) {
      const selected = there.filter((object) => isSelected(object, searchParams.get("fieldSelector") ?? ""));
      const { groupVersion: apiVersion, kind } = resource;
      return { status: 200, body: { apiVersion, kind: `${kind}List`, metadata: {}, items: selected } };
    }
    const object = there.find(({ metadata }) => metadata.name === name);
    return object === undefined ? failure(404, "NotFound", `${what} not found`) : { status: 200, body: object };
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function failure(code: number, reason: string, message: string): Answer {
  const body = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Failure", message, reason, code };
  return { status: code, body };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** The documents that say what the server has. */
function discovery(path: string): unknown {
  switch (path) {
    case "/version":
      return { major: "1", minor: "32", gitVersion: "v1.32.4", platform: "linux/amd64" };
    case "/api":
      return { kind: "APIVersions", versions: ["v1"] };
    case "/apis": {
      const version = { groupVersion: "apps/v1", version: "v1" };
      const groups = [{ name: "apps", versions: [version], preferredVersion: version }];
      return { apiVersion: "v1", kind: "APIGroupList", groups };
    }
    case "/api/v1":
      return resourceList("v1");
    case "/apis/apps/v1":
      return resourceList("apps/v1");
    default:
      return undefined;
  }
}

function resourceList(groupVersion: string): unknown {
  const resources = RESOURCES.filter((resource) => resource.groupVersion === groupVersion).map(
    ({ kind, plural, shortNames, isNamespaced }) => {
      const verbs = ["create", "get", "list"];
      return { name: plural, singularName: kind.toLowerCase(), namespaced: isNamespaced, kind, verbs, shortNames };
    },
  );
  return { apiVersion: "v1", kind: "APIResourceList", groupVersion, resources };
}

/** `/api/v1/namespaces/shop/secrets/db`, `/api/v1/nodes/node-1`. */
function resourceAt(path: string) {
  const match = /^\/apis?\/(apps\/v1|v1)\/(?:namespaces\/([^/]+)\/)?([a-z]+)(?:\/([^/]+))?$/.exec(path);
  const [, groupVersion, namespace, plural, name] = match ?? [];
  const resource = RESOURCES.find((each) => each.groupVersion === groupVersion && each.plural === plural);
  return resource && { resource, namespace, name };
}

/** A field selector: `involvedObject.kind=Pod,involvedObject.name=web-0`. */
function isSelected(object: unknown, selector: string): boolean {
  return selector.split(",").every((term) => {
    const [path = "", value] = term.split("=");
    if (path === "") return true;
    return path.split(".").reduce<unknown>(memberOf, object) === value;
  });
}
