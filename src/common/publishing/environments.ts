/** The published states of a site (F6): what editors look at, and what readers get. */
export const environments = ['preview', 'live'] as const

export type Environment = (typeof environments)[number]

/** The labels of the versions that publishing makes (U1); clients give them too. */
export const publishedLabels: Readonly<Record<Environment, string>> = {
  preview: 'Previewed',
  live: 'Published'
}

/** Null for a name that is no environment. */
export function environmentOf(text: string | undefined): Environment | null {
  return environments.find((environment) => environment === text) ?? null
}
