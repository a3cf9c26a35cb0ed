import { describe, expect, test, vi } from "vitest";
import { deferTemplates, NOT_KNOWN_YET, type OuterResolution } from "../../../../src/garden/index.ts";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

function withVariables(variables: unknown): Record<string, unknown> {
  const context: Record<string, unknown> = {};
  context.var = deferTemplates(variables, context);
  return context;
}

describe("functions in a context", () => {
  test("are called when they are looked up, and once", () => {
    const name = vi.fn(() => "ada");
    const other = vi.fn(() => "other");
    const context = { local: { username: name, other } };
    expect(resolveTemplates(["${local.username}", "<${local.username}>"], context)).toStrictEqual(["ada", "<ada>"]);
    expect(resolveTemplateString("${upper(local.username)}", context)).toBe("ADA");
    expect(name).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  test("are called once, although what they return is not known yet", () => {
    const calls: string[] = [];
    const late = (name: string) => () => {
      calls.push(name);
      return NOT_KNOWN_YET;
    };
    const document = ["${a}", "${b}", "${a}-${b}"];
    expect(resolveTemplates(document, { a: late("a"), b: late("b") }, { partial: "late" })).toStrictEqual(document);
    expect(calls).toEqual(["a", "b"]);
  });

  test("return lists and maps that lookups can enter", () => {
    const context = { git: () => ({ branch: () => "main", tags: ["v1"] }) };
    expect(resolveTemplateString("${git.branch}-${git.tags[0]}", context)).toBe("main-v1");
  });

  test("that give undefined are missing", () => {
    expect(resolveTemplateString("${a || 'default'}", { a: () => undefined })).toBe("default");
    expect(failure(() => resolveTemplateString("${a}", { a: () => undefined }))).toMatchObject({ key: "a" });
  });

  test("in a map that is used whole are called", () => {
    const context = { m: { a: () => 1, b: [() => 2, { c: () => ({ d: () => 3 }) }] } };
    expect(resolveTemplateString("${m}", context)).toStrictEqual({ a: 1, b: [2, { c: { d: 3 } }] });
    expect(resolveTemplateString("${jsonEncode(m)}", context)).toBe('{"a":1,"b":[2,{"c":{"d":3}}]}');
    expect(resolveTemplateString("${m.b contains 2}", context)).toBe(true);
    expect(resolveTemplateString("${m == m}", context)).toBe(true);
  });

  test("a map with functions becomes data once", () => {
    const context = { m: { a: () => 1 } };
    const [first, second] = resolveTemplates(["${m}", "${m}"], context) as object[];
    expect(first).toStrictEqual({ a: 1 });
    expect(second).toBe(first);
  });

  test("a map without functions is the context's own", () => {
    const m = { a: [1] };
    expect(resolveTemplateString("${m}", { m })).toBe(m);
  });

  test("a map without functions is looked through once, however often it is used", () => {
    let looks = 0;
    const m = new Proxy(
      { a: [1] },
      {
        ownKeys(target) {
          looks++;
          return Reflect.ownKeys(target);
        },
      },
    );
    resolveTemplates(["${m}", "${m}", "${m}"], { m });
    expect(looks).toBe(1);
  });

  test("an error of a function is the cause", () => {
    const cause = new Error("no repository");
    const context = {
      git: {
        branch: () => {
          throw cause;
        },
      },
    };
    const error = failure(() => resolveTemplates({ a: "x${git.branch || 1}" }, context));
    expect(error).toMatchObject({ code: "context", path: ["a"], offset: 7, chain: ["git.branch"], cause });
    expect(error.message).toBe("a:1:8: the function git.branch in the context threw: no repository");
  });

  test("data with cycles is not followed", () => {
    const list: unknown[] = [1];
    list.push(list);
    expect(resolveTemplateString("${list}", { list })).toBe(list);
    expect(failure(() => resolveTemplateString("<${list}>", { list })).code).toBe("limit");
    expect(failure(() => resolveTemplateString("${list}", { list: [() => 1, list] })).code).not.toBe("parse");
  });
});

describe("variables that are templates", () => {
  test("are resolved in their context when they are looked up", () => {
    const context = withVariables({
      host: "api.${var.domain}",
      domain: "${var.name}.com",
      name: "x",
      broken: "${nope}",
    });
    expect(resolveTemplateString("https://${var.host}/", context)).toBe("https://api.x.com/");
  });

  test("keep their structure: one broken value does not hurt the others", () => {
    const context = withVariables({ m: { good: ["${var.one}"], bad: "${nope}" }, one: 1 });
    expect(resolveTemplateString("${var.m.good[0]}", context)).toBe(1);
    expect(failure(() => resolveTemplateString("${var.m}", context))).toMatchObject({
      key: "nope",
      chain: ["var.m.bad"],
    });
  });

  test("operators among them", () => {
    const context = withVariables({
      list: [{ $concat: "${var.base}" }, 3],
      base: [1, 2],
      map: { $merge: "${var.defaults}", b: "${var.base[0]}" },
      defaults: { a: 0, b: 0 },
      choice: { $if: "${var.on}", $then: "yes" },
      on: true,
      loop: { $forEach: "${var.base}", $return: "${item.value * 2}" },
    });
    expect(resolveTemplateString("${var}", context)).toStrictEqual({
      list: [1, 2, 3],
      base: [1, 2],
      map: { a: 0, b: 1 },
      defaults: { a: 0, b: 0 },
      choice: "yes",
      on: true,
      loop: [2, 4],
    });
  });

  test("do not see the loop from which they are looked up", () => {
    const context = withVariables({ a: "${item.value || 'none'}" });
    const document = { $forEach: [1], $return: ["${var.a}", "${item.value}"] };
    expect(resolveTemplates(document, context)).toStrictEqual([["none", 1]]);
  });

  test("give data that is not resolved again", () => {
    const context = withVariables({ a: "${env.EVIL}", b: "$${kept}" });
    context.env = { EVIL: "${var.secret}" };
    expect(resolveTemplateString("${var.a} ${var.b}", context)).toBe("${var.secret} ${kept}");
  });

  test("an error says which values led to it, and what broke the last one", () => {
    const error = failure(() =>
      resolveTemplateString("a ${var.a || 1}", withVariables({ a: "${var.b}", b: "1 ${nope}" })),
    );
    expect(error).toMatchObject({ code: "missing-key", key: "nope", chain: ["var.a", "var.b"], offset: 8 });
    expect(error.message).toBe('1:9: var.a -> var.b cannot be resolved: b:1:5: no such key: "nope" (known: var)');
    expect(error.cause).toBeInstanceOf(TemplateError);
  });

  test("a function made of them can be called on its own", () => {
    const { host } = deferTemplates({ host: "${a}" }, { a: 1 }) as { host: () => unknown };
    expect(host()).toBe(1);
  });
});

describe("values that depend on themselves", () => {
  test.each([
    [{ a: "${var.a}" }, ["var.a", "var.a"]],
    [{ a: "${var.b}", b: "${var.a}" }, ["var.a", "var.b", "var.a"]],
    [{ a: "x${var.b}", b: "y${var.c}", c: "z${var.a}" }, ["var.a", "var.b", "var.c", "var.a"]],
    [{ a: "${var}" }, ["var.a", "var.a"]],
    [{ a: { x: "${var.a}" } }, ["var.a.x", "var.a.x"]],
    [{ a: { $if: "${var.a}", $then: 1 } }, ["var.a", "var.a"]],
  ])("%j: an error that shows the chain", (variables, chain) => {
    const error = failure(() => resolveTemplateString("${var.a}", withVariables(variables)));
    expect(error).toMatchObject({ code: "circular", chain });
    expect(error.message).toContain(chain.join(" -> "));
  });

  test("are missing where a missing key has a meaning", () => {
    const context = withVariables({ a: "${var.b}", b: "${var.a}", c: "${var.c || 'fallback'}" });
    expect(resolveTemplateString("${var.a || 'default'}", context)).toBe("default");
    expect(resolveTemplateString("${typeof var.b}", context)).toBe("undefined");
    expect(resolveTemplateString("${var.c}", context)).toBe("fallback");
  });

  test("functions that resolve templates themselves, too", () => {
    const context: Record<string, unknown> = {
      a: (within: OuterResolution) => resolveTemplateString("${b}", context, { within }),
      b: (within: OuterResolution) => resolveTemplateString("${a}", context, { within }),
    };
    expect(failure(() => resolveTemplateString("${a}", context))).toMatchObject({ code: "circular" });
    expect(resolveTemplateString("${a || 'default'}", context)).toBe("default");
  });

  test("a function that does not pass its resolution on cannot be needed by itself", () => {
    const context: Record<string, unknown> = {
      a: () => resolveTemplateString("${b || 1}", context),
      b: () => resolveTemplateString("${a || 2}", context),
      c: () => resolveTemplateString("${d}", context),
      d: () => 3,
    };
    expect(failure(() => resolveTemplateString("${a}", context)).message).toContain(
      "a is needed while it is being resolved; pass the argument of functions in the context on, as the option `within`",
    );
    expect(resolveTemplateString("${c}", context)).toBe(3);
    const options = { within: { depth: 0 } };
    expect(() => resolveTemplateString("${c}", context, options)).toThrow(TypeError);
  });

  test("give what they give alone, whatever was looked up before", () => {
    const variables = { a: "${var.b || 1}", b: "${var.a || 2}", c: "${var.a}${var.b}" };
    const names = ["a", "b", "c"];
    const alone = names.map((name) => resolveTemplateString(`\${var.${name}}`, withVariables(variables)));
    expect(alone).toStrictEqual([2, 1, "21"]);
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const context = withVariables(variables);
      const found = order.map((i) => resolveTemplateString(`\${var.${names[i]}}`, context));
      expect(found).toStrictEqual(order.map((i) => alone[i]));
    }
  });
});

test("a map with a value of a cycle is not kept for the other values of the cycle", () => {
  const contextOf = () => {
    const context: Record<string, unknown> = {};
    const values = deferTemplates({ a: "${c || 'x'}", c: "${map || 'none'}" }, context) as Record<string, unknown>;
    return Object.assign(context, values, { map: { a: values.a } });
  };
  const alone = ["${a}", "${map}", "${c}"].map((template) => resolveTemplateString(template, contextOf()));
  expect(alone).toStrictEqual(["none", { a: "none" }, { a: "x" }]);
  expect(resolveTemplates(["${a}", "${map}", "${c}"], contextOf())).toStrictEqual(alone);
});

describe("an evaluation that a fallback replaces does not affect later ones", () => {
  const circular = (count: number, template: (i: number) => string) => {
    const context: Record<string, unknown> = {};
    const names = Array.from({ length: count }, (_, i) => `c${i}`);
    context.var = deferTemplates(Object.fromEntries(names.map((name, i) => [name, template(i)])), context);
    return context;
  };

  test.each<[string, (i: number) => string]>([
    ["itself", (i) => `\${var.c${i}}`],
    ["itself in a text", (i) => `<\${var.c${i}}>`],
    ["itself in a call", (i) => `\${upper([[var.c${i}]])}`],
    ["another one, and that on it", (i) => `\${var.c${i % 2 === 0 ? i + 1 : i - 1}}`],
    ["all", () => "${jsonEncode(var)}"],
  ])("1000 values that depend on %s, each with a fallback, do not count as nested", (_, template) => {
    for (const partial of [false, "late"] as const) {
      const document = Array.from({ length: 1000 }, (_, i) => `\${var.c${i} || "none"}`);
      expect(resolveTemplates(document, circular(1000, template), { partial })).toStrictEqual(Array(1000).fill("none"));
    }
  });

  test("a list and a map that hold a value that depends on itself", () => {
    const context: Record<string, unknown> = {};
    const variables = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`c${i}`, { a: [[`\${jsonEncode(var.c${i})}`]] }]),
    );
    context.var = deferTemplates(variables, context);
    const document = Array.from({ length: 1000 }, (_, i) => `\${var.c${i} || "none"}`);
    expect(resolveTemplates(document, context)).toStrictEqual(Array(1000).fill("none"));
  });

  test("places and loops are those of the string with the fallback", () => {
    const context = circular(1, () => "${[1][0]}${var.c0}");
    const document = { $forEach: ["x"], $return: { at: ["${var.c0 || item.value}", "${var.c0 || item.nope}"] } };
    expect(() => resolveTemplates(document, context)).toThrow(
      '$return.at.1:1:18: no such key: "nope" under item (known: key, value)',
    );
  });

  test("consecutive maps and lists with functions do not count as nested", () => {
    const document = Array.from({ length: 1000 }, (_, i) => `\${m[${i}]}`);
    const m = document.map((_, i) => ({ list: [() => i] }));
    expect(resolveTemplates(document, { m })).toStrictEqual(document.map((_, i) => ({ list: [i] })));
  });

  test("what is not known yet gives way, too", () => {
    const document = [...Array(1000).fill("${upper([[[late.a]]][0][0][0])}"), "${var.a}"];
    const context = { late: NOT_KNOWN_YET, var: { a: 1 } };
    expect(resolveTemplates(document, context, { partial: "late" })).toStrictEqual([...document.slice(0, -1), 1]);
  });
});
