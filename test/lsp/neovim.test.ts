/** A real client: Neovim, which opens a manifest and a project, waits for diagnostics, hovers, jumps and completes. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { main } from "../cli/processes.ts";
import { TemporaryFolder } from "../cli/temporary.ts";
import { hasTool } from "../tools.ts";

const folder = new TemporaryFolder();
const hasNeovim = hasTool("nvim", "--version");

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    command: [serve]
    args: ["é😀$(URL)"]
    env:
    - name: URL
      value: http://$(HOST)/
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
`;

const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data:
  host: db
`;

const PROJECT = `apiVersion: garden.io/v1
kind: Project
name: shop
environments: [{name: dev}]
variables:
  host: local
---
kind: Run
name: check
type: exec
spec: {command: [check, "\${var.host}", "\${var.hots}"]}
`;

/** Writes what Neovim sees, as JSON. */
const SCRIPT = `
local seen = {}
local function finish()
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
  vim.cmd("qa!")
end
local ok, problem = pcall(function()
  vim.cmd("edit " .. vim.env.POD)
  local id = vim.lsp.start_client({
    name = "varexpand",
    cmd = { vim.env.NODE, vim.env.MAIN, "lsp", "--stdio" },
    root_dir = vim.fn.fnamemodify(vim.env.POD, ":h"),
    on_exit = function(code) seen.exit = code end,
  })
  vim.lsp.buf_attach_client(0, id)
  local function wait(is_done) return vim.wait(20000, is_done, 20) end
  local function ask(what, line, character, more)
    local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(0, "textDocument/" .. what, vim.tbl_extend("error", params, more or {}), 20000)
    return answers and answers[id] and answers[id].result
  end
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  seen.diagnostics = vim.tbl_map(function(each)
    return { each.lnum, each.col, each.severity, each.code or each.user_data.lsp.code, each.message }
  end, vim.diagnostic.get(0))
  seen.hover = ask("hover", 8, 16).contents.value
  local target = ask("definition", 12, 13)[1]
  seen.definition = { vim.fn.fnamemodify(vim.uri_to_fname(target.uri), ":t"), target.range.start.line }
  local range = { start = { line = 11, character = 22 }, ["end"] = { line = 11, character = 22 } }
  local action = ask("codeAction", 11, 22, { range = range, context = { diagnostics = {} } })[1]
  seen.action = action.title
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  wait(function() return #vim.diagnostic.get(0) == 0 end)
  seen.left = #vim.diagnostic.get(0)
  seen.text = vim.api.nvim_buf_get_lines(0, 9, -1, false)
  vim.api.nvim_buf_set_lines(0, 8, 9, false, { '    args: ["$("]' })
  seen.names = vim.tbl_map(function(item) return item.label end, ask("completion", 8, 14))
  vim.cmd("edit! " .. vim.env.PROJECT)
  vim.lsp.buf_attach_client(0, id)
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  seen.project = {
    diagnostics = vim.tbl_map(function(each) return { each.lnum, each.col, each.message } end, vim.diagnostic.get(0)),
    hover = ask("hover", 10, 33).contents.value,
    definition = ask("definition", 10, 33)[1].range.start,
  }
  vim.api.nvim_buf_set_lines(0, 10, 11, false, { 'spec: {command: ["\${var."]}' })
  seen.project.names = vim.tbl_map(function(item) return item.label end, ask("completion", 10, 24))
  vim.lsp.stop_client(id)
  wait(function() return seen.exit ~= nil end)
end)
if not ok then seen.problem = problem end
finish()
`;

test.runIf(hasNeovim)(
  `Neovim${hasNeovim ? "" : ": not run, it is not on PATH"}`,
  () => {
    const pod = folder.file("pod.yaml", POD);
    folder.file("settings.yaml", SETTINGS);
    const project = folder.file("project/garden.yml", PROJECT);
    const script = folder.file("see.lua", SCRIPT);
    const seen = folder.at("seen.json");
    const { status, stderr } = spawnSync("nvim", ["--headless", "--clean", "-c", `luafile ${script}`], {
      cwd: folder.path,
      encoding: "utf8",
      timeout: 55_000,
      env: {
        ...process.env,
        HOME: folder.path,
        NODE: process.execPath,
        MAIN: main,
        POD: pod,
        PROJECT: project,
        SEEN: seen,
      },
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(readFileSync(seen, "utf8"))).toEqual({
      diagnostics: [
        [11, 20, 1, "use-before-declaration", "$(HOST) is not expanded: the variable is declared later at line 13"],
      ],
      hover:
        '```text\nURL in Pod/web, container app: "http://$(HOST)/"\n  "http://$(HOST)/"  value, pod.yaml:11:13\n```',
      definition: ["settings.yaml", 4],
      action: "use-before-declaration: move the declaration of HOST before its use",
      left: 0,
      text: [
        "    env:",
        "    - name: HOST",
        "      valueFrom: {configMapKeyRef: {name: settings, key: host}}",
        "    - name: URL",
        "      value: http://$(HOST)/",
      ],
      names: ["HOST", "URL"],
      project: {
        diagnostics: [[10, 46, 'spec.command.2: no such key: "hots" under var (did you mean "host"?)']],
        hover:
          '```text\nvar.host in run.check: "local" (string)\n  "local"  the project\'s variables, project/garden.yml:6:3\n```',
        definition: { line: 5, character: 2 },
        names: ["host"],
      },
      exit: 0,
    });
  },
  60_000,
);
