/**
 * What an evaluation gives where there is no value: a `MissingKey`, which operators like `||` replace and which is an error
 * otherwise; or something `Unresolved`, on which nothing is decided, so that it ends the expression.
 */
export abstract class NoValue {}
