import { z } from 'zod'

/** Somebody, as the service tells of them: who wrote something, who owns the workspace. */
export const person = z.object({ email: z.string(), name: z.string().exactOptional() })

export type Person = Readonly<z.infer<typeof person>>
