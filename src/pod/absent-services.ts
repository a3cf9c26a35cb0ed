/** The names of variables that Services which are not given may announce. */

/** A Service's or port's name (a DNS label) as it stands in a variable's name. */
const LABEL = "[A-Z0-9](?:[A-Z0-9_]{0,61}[A-Z0-9])?";
const SERVICE = new RegExp(`^${LABEL}$`);
const REST = new RegExp(
  `^_(?:SERVICE_HOST|SERVICE_PORT(?:_${LABEL})?|PORT(?:_[0-9]{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$`,
);
/** Two labels, and the longest text between them. */
const LONGEST = 63 + "_SERVICE_PORT_".length + 63;

/**
 * The names of the Services that may announce a variable, the shortest first: `API_SERVICE_PORT_HTTP` is one of `api`'s.
 * There can be several: `A_PORT_80_TCP_PORT` is one of `a`'s and one of `a-port-80-tcp`'s.
 */
export function servicesAnnouncing(variable: string): string[] {
  if (variable.length > LONGEST || !/_(?:PORT|SERVICE_HOST$)/.test(variable)) return [];
  const services: string[] = [];
  for (const { index } of variable.matchAll(/_(?=SERVICE_(?:HOST$|PORT)|PORT)/g)) {
    const service = variable.slice(0, index);
    if (SERVICE.test(service) && REST.test(variable.slice(index))) {
      services.push(service.toLowerCase().replaceAll("_", "-"));
    }
  }
  return services;
}
