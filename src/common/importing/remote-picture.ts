import { z } from 'zod'

/** A picture on another server that comes into a page (VE29). */
export const remotePictureRequest = z.strictObject({
  /** Where it is: http or https. */
  url: z.string().min(1).max(8_000),
  /** Hosts, with their ports, that the person has seen and said yes to; redirects lead to no other. */
  hosts: z.array(z.string().max(300)).max(1_000),
  /** The person has seen that it is in this computer or its network, and said yes. */
  ownNetwork: z.boolean().exactOptional()
})

export type RemotePictureRequest = z.infer<typeof remotePictureRequest>

/** Bytes that one picture may have. */
export const MOST_PICTURE_BYTES = 25 * 1024 * 1024
