/** The names of variables that Services which are not given may announce. */

/** A Service's or port's name (a DNS label) as it stands in a variable's name. */
const LABEL = "[A-Z0-9](?:[A-Z0-9_]{0,61}[A-Z0-9])?";
const SERVICE = new RegExp(`^${LABEL}$`);
const REST = new RegExp(
  `^_(?:SERVICE_HOST|SERVICE_PORT(?:_${LABEL})?|PORT(?:_[0-9]{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$`,
);
/** Two labels, and the longest text between them. */
const LONGEST = 63 + "_SERVICE_PORT_".length + 63;

const NONE: readonly string[] = [];

/**
 * The names of the Services that may announce a variable, the shortest first: `API_SERVICE_PORT_HTTP` is one of `api`'s.
 * There can be several: `A_PORT_80_TCP_PORT` is one of `a`'s and one of `a-port-80-tcp`'s.
 */
export function servicesAnnouncing(variable: string): readonly string[] {
  if (!variable.includes("_PORT") && !variable.endsWith("_SERVICE_HOST")) return NONE;
  if (variable.length > LONGEST) return NONE;
  let services: string[] | undefined;
  for (let at = variable.indexOf("_"); at >= 0; at = variable.indexOf("_", at + 1)) {
    if (!variable.startsWith("PORT", at + 1) && !variable.startsWith("SERVICE_", at + 1)) continue;
    const service = variable.slice(0, at);
    if (SERVICE.test(service) && REST.test(variable.slice(at))) {
      const name = service.toLowerCase().replaceAll("_", "-");
      if (services === undefined) services = [name];
      else services.push(name);
    }
  }
  return services ?? NONE;
}
