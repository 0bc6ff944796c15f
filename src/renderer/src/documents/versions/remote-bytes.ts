import type { StateRef } from '../../workbench/workbench'
import { sync } from '../../api/sync'

/** The bytes of a version on a server, or of what it has now. @throws GalleyError unreachable · not-found */
export async function remoteBytes(ref: Extract<StateRef, { kind: 'remote' }>): Promise<Uint8Array> {
  return new Uint8Array(await sync.remoteVersionContent(ref.pair, ref.path, ref.url ?? undefined))
}
