import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { commandTrustFile } from './places'
import { startMarker, type StartMarker } from './start-marker'

/** A service is begun again by what looks after it, and fails at what it goes on with, within so long. */
const STEADY_MS = 20_000

/**
 * The starts of one workspace by `galley serve`, kept on this computer beside what is trusted. Several are
 * served at once, so each has a mark.
 */
export function commandStarts(location: string, onFailure: (error: unknown) => void): StartMarker {
  const name = createHash('sha256').update(location).digest('hex').slice(0, 32)
  return startMarker(join(dirname(commandTrustFile()), 'starting', `${name}.json`), onFailure, STEADY_MS)
}
