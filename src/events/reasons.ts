/**
 * The reasons of events, in one place: short and unique, because people write `switch` statements on them.
 */

/** A `$(NAME)` that cannot be expanded: no variable of that name is defined, so the reference stays in the text. */
export const UNRESOLVED_REFERENCE = "UnresolvedReference";

/** A container that cannot be started because its configuration cannot be built; the kubelet's own reason. */
export const FAILED = "Failed";

/** Keys of an `envFrom` source that are no environment variable names and were skipped (kubelets before 1.30). */
export const INVALID_ENVIRONMENT_VARIABLE_NAMES = "InvalidEnvironmentVariableNames";
