/** The same, of which nothing is changed. */
export type ReadOnly<T> = T extends readonly (infer One)[]
  ? readonly ReadOnly<One>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadOnly<T[Name]> }
    : T
