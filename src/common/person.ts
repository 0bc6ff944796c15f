import { z } from 'zod'

/** Somebody, as the service tells of them: who wrote something, who owns the workspace. */
export const person = z.object({ email: z.string(), name: z.string().exactOptional() })

export interface Person {
  readonly email: string
  readonly name?: string
}
