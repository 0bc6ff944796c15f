/** The published states of a site (F6): what editors look at, and what readers get. */
export const environments = ['preview', 'live'] as const

export type Environment = (typeof environments)[number]

/** Null for a name that is no environment. */
export function environmentOf(text: string | undefined): Environment | null {
  return environments.find((environment) => environment === text) ?? null
}
