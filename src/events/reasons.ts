/** The reasons of events: short, unique words that programs can compare. */

/** A `$(NAME)` without a variable of that name: the reference stays in the text. */
export const UNRESOLVED_REFERENCE = "UnresolvedReference";

/** A container cannot start because its configuration cannot be built; the kubelet's own reason. */
export const FAILED_TO_CREATE_CONTAINER = "Failed";

/** Keys of an `envFrom` source were skipped because they are not valid variable names (kubelets before 1.30). */
export const INVALID_ENVIRONMENT_VARIABLE_NAMES = "InvalidEnvironmentVariableNames";
