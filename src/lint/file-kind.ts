/** File types by name. */

export function isManifest(file: string): boolean {
  return /\.(?:yaml|yml|json)$/.test(file);
}

/** The last part of an env file's path: `.env`, `.env.local`, `app.env`. */
export function isEnvFileName(name: string): boolean {
  return (
    /^(?:.*\.env|\.env[.-].+)$/.test(name) &&
    !/\.(?:[cm]?[jt]s|json|ya?ml|sh|py|j2|jinja2?|tmpl|tpl|gotmpl|erb|enc|gpg|age|vault|sops|patch|diff)$/.test(name)
  );
}
