import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { missing } from "../../../tools.ts";
import { runInMemory } from "../../memory-io.ts";
import { bash, main } from "../../processes.ts";
import { fullDevice, TemporaryFolder } from "../../temporary.ts";
import { inFolder, plainWords } from "../../typed.ts";

const folder = new TemporaryFolder();
const POD = `kind: Secret
metadata: {name: db}
stringData: {password: s3cret-word}
---
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: app
      image: web
      command: [printf, "<%s>", $(HOST)]
      args: ["a b", $(PASSWORD)]
      env:
        - {name: HOST, value: db}
        - {name: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}
        - {name: URL, value: "http://u:$(PASSWORD)@$(HOST)"}
        - {name: COSTS, value: $$(HOST)}
`;
const UNKNOWN = `kind: Deployment
apiVersion: apps/v1
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers:
        - name: app
          image: web
          command: [echo, $(DB_SERVICE_HOST)]
          env:
            - {name: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}
            - {name: URL, value: "http://u:$(PASSWORD)@$(DB_SERVICE_HOST)"}
            - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
`;
folder.write({ "pod.yaml": POD, "unknown.yaml": UNKNOWN, "one.env": "A='one'\nB='one'\n", "two.env": "B='two'\n" });
folder.file("long.env", `A=${"1".repeat(140_000)}\n`);
/** Runs a command line of which nothing is written to this process's streams, so it does not need its own process. */
const quiet = (args: string) => inFolder(folder.path, ["run", ...plainWords(args)!]);

/** Runs a command line: in this process if the command is `true`, or a script, whose output can go to a file. */
async function run(args: string): Promise<Awaited<ReturnType<typeof quiet>>> {
  if (args.endsWith(" -- true")) return quiet(args);
  const [, before, script] = /^(?!.*--mask)(.* -- sh -c )'([^']*)'$/.exec(args) ?? [];
  if (script === undefined) return bash(folder.path, `varexpand run ${args}`);
  const outcome = await quiet(`${before}'exec > output; ${script}'`);
  return { ...outcome, stdout: readFileSync(folder.at("output"), "utf8") };
}
const program = (name: string, script: string) => chmodSync(folder.file(name, `#!/bin/sh\n${script}\n`), 0o755);

describe("the environment", () => {
  test("is the container's, with PATH, HOME and TERM of this process", () => {
    const script = "env -i PATH=$PATH HOME=/home/x TERM=dumb OTHER=1 $NODE $MAIN run -f pod.yaml -- $(command -v env)";
    const { status, stdout, stderr } = bash(folder.path, script);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").sort()).toEqual(
      [
        "COSTS=$(HOST)",
        "HOME=/home/x",
        "HOST=db",
        "PASSWORD=s3cret-word",
        `PATH=${process.env.PATH}`,
        "TERM=dumb",
        "URL=http://u:s3cret-word@db",
      ].sort(),
    );
  });

  test("--inherit adds this process's below it", () => {
    const { stdout } = bash(
      folder.path,
      `OTHER=1 HOST=2 varexpand run --inherit -f pod.yaml -- sh -c 'echo $OTHER $HOST'`,
    );
    expect(stdout).toBe("1 db\n");
  });

  test("is that of env files, of which the last wins, and of -e, which wins over all", async () => {
    const { stdout } = await run(`--envfile one.env --envfile two.env -e A=-e -e C= -- sh -c 'echo "$A $B <$C>"'`);
    expect(stdout).toBe("-e two <>\n");
  });

  test("-e wins over the container, and what refers to the variable sees it", async () => {
    const { stdout } = await run(`-f pod.yaml -e 'PASSWORD=$(HOST)$$' -- sh -c 'echo "$PASSWORD $URL"'`);
    expect(stdout).toBe("$(HOST)$$ http://u:$(HOST)$$@db\n");
  });
});

describe("the command", () => {
  test("is the container's own, with its args, expanded", async () => {
    expect(await run("-f pod.yaml")).toEqual({ status: 0, stdout: "<db><a b><s3cret-word>", stderr: "" });
  });

  test("the command after -- is not expanded, and not run by a shell", async () => {
    expect(await run(`-f pod.yaml -- printf '<%s>' '$(HOST)' '*' 'a b' --help --`)).toMatchObject({
      status: 0,
      stdout: "<$(HOST)><*><a b><--help><-->",
    });
  });

  test("reads standard input", () => {
    expect(bash(folder.path, "echo text | varexpand run -e A=1 -- cat")).toMatchObject({ stdout: "text\n" });
  });

  test("is found in the PATH of -e", async () => {
    program("bin/only-here", "echo found");
    expect(await run(`-e PATH=${folder.at("bin")} -- only-here`)).toMatchObject({ status: 0, stdout: "found\n" });
  });

  test("is found in this process's PATH, not in a manifest's or an env file's", () => {
    program("hostile/tool", "echo hostile");
    program("own/tool", 'echo "own $PATH"');
    const hostile = folder.at("hostile");
    folder.file("path.yaml", POD.replace("{name: HOST, value: db}", `{name: PATH, value: "${hostile}"}`));
    folder.file("path.env", `PATH='${hostile}'\n`);
    for (const from of ["-f path.yaml", "--envfile path.env"]) {
      const own = `PATH=${folder.at("own")} "$NODE" "$MAIN" run ${from}`;
      expect(bash(folder.path, `${own} -- tool`)).toMatchObject({ status: 0, stdout: `own ${hostile}\n` });
      expect(bash(folder.path, `PATH=/nowhere:/bin "$NODE" "$MAIN" run ${from} -- tool`).status).toBe(127);
    }
    expect(bash(folder.path, 'cd own; PATH= "$NODE" "$MAIN" run -e A=1 -- tool').stdout).toBe("own \n");
  });
});

describe("variables that change how programs start", () => {
  const env = ["PATH: /bin:/usr/bin", "LD_PRELOAD: ''", "NODE_OPTIONS: ''", "PYTHONUNBUFFERED: '1'", "HOST: db"].map(
    (entry) => `{name: ${entry.replace(":", ", value:")}}`,
  );
  const pod = `kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i, env: [${env.join(", ")}]}]}\n`;
  folder.file("startup.yaml", pod);
  folder.file("startup.env", "BASH_ENV='x'\nGIT_DIR='x'\n");
  const what = "the manifest or an env file sets variables that can change which code runs";
  const hint = "--omit-startup-variables omits them";

  test("are set, and reported once", async () => {
    expect(
      await run(
        "-f startup.yaml --envfile startup.env --envfile-dialect kep -e GIT_DIR=own -- printenv PATH BASH_ENV GIT_DIR",
      ),
    ).toEqual({
      status: 0,
      stdout: "/bin:/usr/bin\nx\nown\n",
      stderr: `varexpand run: BASH_ENV, PATH, LD_PRELOAD, NODE_OPTIONS: ${what}; ${hint}\n`,
    });
  });

  test("--omit-startup-variables omits them, and -e still sets them", () => {
    const args =
      "-f startup.yaml --envfile startup.env --envfile-dialect kep --omit-startup-variables -e GIT_DIR=own -- env";
    const { stdout, stderr } = bash(folder.path, `env -i PATH="$PATH" "$NODE" "$MAIN" run ${args}`);
    const expected = ["GIT_DIR=own", "HOST=db", `PATH=${process.env.PATH}`, "PYTHONUNBUFFERED=1"];
    expect({ names: stdout.trimEnd().split("\n").sort(), stderr }).toEqual({ names: expected, stderr: "" });
  });

  test.each([
    [
      "programs and libraries",
      "PATH GCONV_PATH LOCPATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES GTK_MODULES QT_PLUGIN_PATH LD_PRELOAD DYLD_INSERT_LIBRARIES",
    ],
    ["shells", "BASH_ENV ENV SHELLOPTS BASHOPTS PS4 IFS PROMPT_COMMAND CDPATH ZDOTDIR FPATH SHELL BASH_FUNC_x"],
    [
      "programs that other programs start",
      "EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER SSH_ASKPASS GIT_SSH_COMMAND",
    ],
    [
      "JavaScript",
      "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS npm_config_node_options NPM_CONFIG_PREFIX",
    ],
    [
      "Python",
      "PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONUSERBASE PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE",
    ],
    [
      "Perl, Ruby, and PHP",
      "PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE PHPRC PHP_INI_SCAN_DIR",
    ],
    [
      "Java and .NET",
      "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE CORECLR_PROFILER COR_PROFILER",
    ],
    [
      "other languages",
      "GOFLAGS MAKEFLAGS RUSTC_WRAPPER R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER JULIA_LOAD_PATH LUA_INIT LUA_PATH LUA_CPATH ERL_AFLAGS ERL_FLAGS",
    ],
  ])("of %s are omitted", async (_, names) => {
    folder.file(
      "omitted.env",
      names
        .split(" ")
        .map((name) => `${name}='x'\n`)
        .join(""),
    );
    const { stdout, stderr } = await run(
      "--envfile omitted.env --envfile-dialect kep --omit-startup-variables -- sh -c 'env'",
    );
    const left = stdout.split("\n").filter((line) => line.endsWith("=x"));
    expect({ left, stderr }).toEqual({ left: [], stderr: "" });
  });

  test("with similar names are not omitted", async () => {
    const names = "MY_PATH PATHS ENVIRONMENT LD DYLD GIT NODE_ENV PYTHONUNBUFFERED LUA ERL_FLAG CORE XLD_PRELOAD".split(
      " ",
    );
    folder.file("similar.env", names.map((name) => `${name}='x'\n`).join(""));
    const { stdout, stderr } = await run(
      "--envfile similar.env --envfile-dialect kep --omit-startup-variables -- sh -c 'env'",
    );
    const left = stdout.split("\n").filter((line) => line.endsWith("=x"));
    expect({ left: left.sort(), stderr }).toEqual({ left: names.map((name) => `${name}=x`).sort(), stderr: "" });
  });

  test("many names are counted", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `GIT_${i}`);
    folder.file("many.env", names.map((name) => `${name}='x'\n`).join(""));
    expect((await run("--envfile many.env --envfile-dialect kep -- true")).stderr).toBe(
      `varexpand run: ${names.slice(0, 5).join(", ")} and 7 more: ${what}; ${hint}\n`,
    );
  });
});

describe("the exit code", () => {
  test.each<[args: string, status: number, stderr: string]>([
    ["-e A=1 -- sh -c 'exit 42'", 42, ""],
    ["-e A=1 -- sh -c 'kill -KILL $$'", 137, ""],
    ["-e A=1 -- sh -c 'kill -PIPE $$; echo survived'", 141, ""],
    ["-e A=1 -- ./missing", 127, "varexpand run: ./missing: command not found\n"],
    ["-e A=1 -- ''", 127, "varexpand run: : command not found\n"],
    ["-e A=1 -- ./one.env", 126, "varexpand run: ./one.env: permission denied\n"],
    ["-e A=1 -- .", 126, "varexpand run: .: permission denied\n"],
    ["-e A=1 -- ./one.env/program", 126, "varexpand run: ./one.env/program: not a directory\n"],
    ["--envfile long.env --envfile-dialect dotenv -- true", 126, "varexpand run: true: argument list too long\n"],
    ["-e A=1", 125, "varexpand run: no command; add one after -- (see varexpand run --help)\n"],
    ["-e =1 -- true", 125, 'varexpand run: "" is not a valid name of a variable\n'],
    ["--zzzz -- true", 125, "varexpand run: unknown option --zzzz (see varexpand run --help)\n"],
    ["-f missing.yaml -- true", 125, "varexpand: missing.yaml: no such file or directory\n"],
    [
      "-c app -- true",
      125,
      "varexpand run: -c CONTAINER: no manifest; add one with -f FILE (see varexpand run --help)\n",
    ],
    [
      "-f pod.yaml npm start",
      125,
      "varexpand run: npm start: more than one workload; write -- before the command (see varexpand run --help)\n",
    ],
  ])("%s", async (args, status, stderr) => {
    for (const mask of ["", "--mask -e NONE= "]) {
      const outcome = await quiet(mask + args);
      expect(outcome).toMatchObject({ status, stdout: "" });
      expect(outcome.stderr.replace(/^.*--mask has no effect.*\n/, "")).toBe(stderr);
    }
  });

  test("-e without a name: its text is not shown", async () => {
    const message = 'varexpand run: -e number 2: missing "="; write -e NAME=VALUE (see varexpand run --help)\n';
    expect(await quiet("-e A=1 -e hunter2 -- true")).toEqual({ status: 125, stdout: "", stderr: message });
  });
});

describe("unknown variables are errors that name them", () => {
  test("each entry, and each reference; -e settles them", async () => {
    expect(await quiet("-f unknown.yaml -- true")).toEqual({
      status: 125,
      stdout: "",
      stderr: `unknown.yaml:14:15: Deployment/shop/web: container app: PASSWORD: unknown: needs Secret shop/db (add it with -f)
unknown.yaml:16:15: Deployment/shop/web: container app: IP: unknown: needs the pod's IP addresses (set --pod-ip IP)
unknown.yaml:15:56: Deployment/shop/web: container app: $(DB_SERVICE_HOST): unknown: needs Service shop/db (add it with -f)
varexpand run: set unknown variables with -e NAME=VALUE
`,
    });
    const settled = "-e PASSWORD=p -e IP=10.0.0.1 -e DB_SERVICE_HOST=h";
    expect(await run(`-f unknown.yaml ${settled} -- sh -c 'echo $PASSWORD $URL $IP'`)).toEqual({
      status: 0,
      stdout: "p http://u:p@h 10.0.0.1\n",
      stderr: "",
    });
    expect(await run(`-f unknown.yaml ${settled}`)).toMatchObject({ status: 0, stdout: "h\n" });
  });

  test("ignores references in the container's command if another command is given", async () => {
    folder.file("command.yaml", POD.replace("printf", "$(DB_SERVICE_HOST)"));
    expect(await run("-f command.yaml -- true")).toMatchObject({ status: 0, stderr: "" });
    const { status, stderr } = await quiet("-f command.yaml");
    expect(status).toBe(125);
    expect(stderr).toContain("container app: $(DB_SERVICE_HOST): unknown: ");
  });

  test("a container that would not start", async () => {
    folder.file("broken.yaml", POD.replace("key: password}", "key: missing}"));
    const { status, stderr } = await quiet("-f broken.yaml -- true");
    expect(status).toBe(125);
    expect(stderr).toMatch(/^broken\.yaml:15:11: Pod\/web: container app would not start: .*missing.*\n$/);
    expect(await run("-f broken.yaml -e PASSWORD=x -- true")).toMatchObject({ status: 0, stderr: "" });
  });

  test("an image's command", async () => {
    folder.file("image.yaml", "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i, args: [x]}]}\n");
    expect(await quiet("-f image.yaml")).toMatchObject({
      status: 125,
      stderr:
        "image.yaml:3:21: Pod/a: container c has no command, and that of its image is unknown; add a command after --\n",
    });
  });

  test("a reference that is not expanded is reported", async () => {
    folder.file("stays.yaml", POD.replace("$$(HOST)", "$(NOPE)"));
    expect(await run("-f stays.yaml -- sh -c 'echo $COSTS'")).toEqual({
      status: 0,
      stdout: "$(NOPE)\n",
      stderr: "stays.yaml:17:32: Pod/web: $(NOPE) is not expanded: the variable is not defined\n",
    });
  });

  test("values that a process cannot have", async () => {
    folder.file("nul.yaml", POD.replace("s3cret-word", '"a\\0b"').replace("value: db", 'value: "\\0"'));
    expect(await quiet("-f nul.yaml -- true")).toMatchObject({
      status: 125,
      stderr: `varexpand run: HOST: its value contains NUL, which cannot be passed to a process
varexpand run: PASSWORD: its value contains NUL, which cannot be passed to a process
varexpand run: URL: its value contains NUL, which cannot be passed to a process
`,
    });
    folder.file("bytes.yaml", POD.replace("stringData: {password: s3cret-word}", "data: {password: /w==}"));
    expect((await quiet("-f bytes.yaml -- true")).stderr).toContain(
      "the value of PASSWORD is not UTF-8; set it with -e",
    );
  });
});

describe("the container", () => {
  const SEVERAL = `kind: Pod
metadata: {name: a}
spec:
  initContainers: [{name: init, image: i, env: [{name: V, value: init}]}]
  containers: [{name: one, image: i, env: [{name: V, value: a1}]}, {name: two, image: i, env: [{name: V, value: a2}]}]
---
{apiVersion: batch/v1, kind: CronJob, metadata: {name: a}, spec: {schedule: "* * * * *", jobTemplate: {spec: {template:
  {spec: {restartPolicy: Never, containers: [{name: one, image: i, env: [{name: V, value: cron}]}]}}}}}}
`;
  folder.file("several.yaml", SEVERAL);

  test.each([
    ["pod/a -c two", "a2"],
    ["Pods/a -c init", "init"],
    ["cj/a", "cron"],
    ["cronjobs.batch/a -c one", "cron"],
  ])("%s", async (args, stdout) => {
    expect(await run(`-f several.yaml ${args} -- sh -c 'echo $V'`)).toEqual({
      status: 0,
      stdout: `${stdout}\n`,
      stderr: "",
    });
  });

  test.each<[args: string, stderr: string]>([
    [
      "",
      `several.yaml:5:16: Pod/a: container one
several.yaml:5:68: Pod/a: container two
several.yaml:8:46: CronJob/a: container one
varexpand: the input has 3 containers; select one with KIND/NAME and -c CONTAINER
`,
    ],
    ["deploy/a", "varexpand: found no such workload\n"],
    ["pod/a -c z", "varexpand: found no container z in the workload\n"],
    ["-c z", "varexpand: found no container z in 2 workloads\n"],
    ["a", "varexpand run: a: neither a file nor a workload; write KIND/NAME (see varexpand run --help)\n"],
  ])("%s is an error", async (args, stderr) => {
    expect(await quiet(`-f several.yaml ${args ? `${args} ` : ""}-- true`)).toEqual({
      status: 125,
      stdout: "",
      stderr,
    });
  });
});

describe("--mask", () => {
  test("masks secret values and values derived from them in both streams", async () => {
    const script = `'echo "$PASSWORD"; echo "$URL" >&2; echo "$HOST"'`;
    expect(await run(`-f pod.yaml --mask -- sh -c ${script}`)).toEqual({
      status: 0,
      stdout: "***\ndb\n",
      stderr: "***\n",
    });
    expect(await run(`-f pod.yaml -- sh -c ${script}`)).toMatchObject({ stdout: "s3cret-word\ndb\n" });
  });

  test("also in several writes, and a value that -e gives", async () => {
    const script = `'printf "<%s" "\${PASSWORD%????}"; sleep 0.2; printf "%s>" "\${PASSWORD#??????}"'`;
    expect(await run(`-f pod.yaml --mask -e PASSWORD=another-10 -- sh -c ${script}`)).toMatchObject({
      stdout: "<***>",
    });
  });

  test("also each line of a value", async () => {
    folder.file("lines.yaml", POD.replace("s3cret-word", '"first-line\\nsecond-line\\nx\\n"'));
    const script = `'echo "$PASSWORD"; echo second-line; echo x'`;
    expect(await run(`-f lines.yaml --mask -- sh -c ${script}`)).toMatchObject({ stdout: "***\n***\nx\n" });
  });

  test("reports what it does not mask", async () => {
    expect(await run("-f pod.yaml --mask -e PASSWORD=short -- sh -c 'echo $PASSWORD'")).toEqual({
      status: 0,
      stdout: "short\n",
      stderr: "varexpand run: --mask does not mask PASSWORD, because it has fewer than 6 characters\n",
    });
    expect((await run("--envfile one.env --envfile-dialect kep --mask -- echo one")).stderr).toBe(
      "varexpand run: --mask has no effect, because no variable comes from a Secret\n",
    );
  });

  test("hides the values of a Secret that is read as an env file", async () => {
    folder.file("secret.yaml", "kind: Secret\nmetadata: {name: s}\nstringData: {KEY: value-of-key}\n");
    const args = "--envfile secret.yaml --envfile-dialect secret --mask";
    expect(await run(`${args} -- sh -c 'echo $KEY'`)).toMatchObject({ status: 0, stdout: "***\n" });
  });

  test("leaves /dev/stdout to the command", async () => {
    expect(await run("-f pod.yaml --mask -- sh -c 'echo $PASSWORD > /dev/stdout; echo x > /dev/stderr'")).toEqual({
      status: 0,
      stdout: "***\n",
      stderr: "x\n",
    });
  });

  test("an error in writing the output is reported, and fails", async () => {
    const full = fullDevice(folder.at("full"));
    const stderr = "varexpand run: <stdout>: no space left on device\n";
    expect(await run(`-f pod.yaml --mask -- echo x > ${full}`)).toMatchObject({ status: 125, stderr });
    expect(await run(`-f pod.yaml --mask -- sh -c 'echo x; exit 3' > ${full}`)).toMatchObject({ status: 3, stderr });
    expect(await run(`-f pod.yaml --mask -- sh -c 'echo x >&2; echo y' 2> ${full}`)).toMatchObject({
      status: 125,
      stdout: "y\n",
    });
  });

  test.each([
    ["waits", "sleep 60"],
    ["writes", "yes"],
  ])("does not wait for a background process that %s", (_, background) => {
    const script = `'${background} & echo $! > background; head -c 70000 /dev/zero; exit 3'`;
    const started = `varexpand run -f pod.yaml --mask -- sh -c ${script} > output; echo $?`;
    const after = "kill $(cat background) 2> /dev/null; tr -cd '\\0' < output | wc -c";
    expect(bash(folder.path, `${started}; ${after}`).stdout.split(/\s+/).slice(0, 2)).toEqual(["3", "70000"]);
  });

  test("passes large outputs through unchanged", async () => {
    const script = "head -c 900000 /dev/zero | tr '\\\\0' x; exit 3";
    const { status, stdout } = await run(`-f pod.yaml --mask -- sh -c "${script}"`);
    expect([status, stdout.length, /^x*$/.test(stdout)]).toEqual([3, 900_000, true]);
  });
});

test.each(["", "--mask"])("a closed pipe ends the command as it would end without varexpand: %s", (mask) => {
  const script = `varexpand run -f pod.yaml ${mask} -- sh -c 'while :; do echo y; done' | head -n 1; echo \${PIPESTATUS[0]}`;
  expect(bash(folder.path, script)).toEqual({ status: 0, stdout: "y\n141\n", stderr: "" });
});

describe("signals", () => {
  /** Starts the command, and waits for its first output. */
  async function started(script: string, mask: readonly string[]) {
    const args = [main, "run", "-f", folder.at("pod.yaml"), ...mask, "--", "bash", "-c", script];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    await once(child.stdout, "data");
    return { child, output: () => output };
  }

  test.each(
    ["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP", "SIGUSR1", "SIGUSR2"].flatMap((signal) => [
      [signal, [] as string[]] as const,
      [signal, ["--mask"]] as const,
    ]),
  )("%s goes on to the command %j", async (signal, mask) => {
    const name = signal.slice(3);
    const script = `trap 'echo got ${name}; exit 7' ${name}; echo ready; while :; do sleep 0.02; done`;
    const { child, output } = await started(script, mask);
    child.kill(signal as NodeJS.Signals);
    const [code] = await once(child, "close");
    expect([code, output()]).toEqual([7, `ready\ngot ${name}\n`]);
  });

  test.each([[[]], [["--mask"]]])("the exit code of a command that a signal ends: %j", async (mask) => {
    const { child } = await started("echo ready; exec sleep 60", mask);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([143, null]);
  });

  test("one ends varexpand while it writes what the command has written", () => {
    const script = `mkfifo fifo; exec 3<>fifo
"$NODE" "$MAIN" run -f pod.yaml --mask -- sh -c 'head -c 120000 /dev/zero; touch written' > fifo & varexpand=$!
while [ ! -e written ] || ps --ppid $varexpand > /dev/null; do sleep 0.02; done
kill -TERM $varexpand; wait $varexpand; echo $?`;
    expect(bash(folder.path, script).stdout).toBe("143\n");
  });

  const script = ["/usr/bin/script", "/bin/script"].find(existsSync);
  test.runIf(process.platform === "linux" && (script !== undefined || missing("script")))(
    "the terminal's ^C comes once",
    async () => {
      // No shell takes part: one may end of the ^C itself, whatever its child does. `script` starts $SHELL, which is
      // replaced by `exec`.
      const inner = `let count = 0;
      process.on("SIGINT", () => {
        console.log("int " + ++count);
        setTimeout(() => process.exit(9), 1000);
      });
      setInterval(() => {}, 1000);
      console.log("ready");`;
      folder.file("inner.mjs", inner);
      const command = `exec "${process.execPath}" "${main}" run -e A=1 -- "${process.execPath}" "${folder.at("inner.mjs")}"`;
      const terminal = spawn(script!, ["-qefc", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
      let output = "";
      terminal.stdout.setEncoding("utf8").on("data", (text) => {
        if (!output.includes("ready") && `${output}${text}`.includes("ready")) terminal.stdin.write("\x03");
        output += text;
      });
      const [code] = await once(terminal, "close");
      expect([code, output.match(/int \d/g)]).toEqual([9, ["int 1"]]);
    },
  );
});

test("the help names the variables that are missing", async () => {
  const { output } = await runInMemory(["run", "--help"]);
  expect(output).toContain("Variables of the image, and of Services");
});
