/** File types by name. */

export function isManifest(file: string): boolean {
  return /\.(?:yaml|yml|json)$/.test(file);
}

/** The last part of an env file's path: `.env`, `.env.local`, `app.env`. */
export function isEnvFileName(name: string): boolean {
  return (
    /^(?:.*\.env|\.env[.-].+)$/.test(name) &&
    !/\.(?:[cm]?[jt]s|json|md|ya?ml|sh|py|j2|jinja2?|tmpl|tpl|gotmpl|erb|enc|gpg|age|vault|sops|patch|diff)$/.test(name)
  );
}

/** Whether a file is an old copy of another one. */
export function isBackup(path: string): boolean {
  return /\.(?:bak|backup|old|orig)$/.test(path);
}
