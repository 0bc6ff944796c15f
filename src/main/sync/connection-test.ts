import { pathToUrl, contentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { SyncTest } from '../../common/sync'
import type { Ask } from './ask'

const MOST_DRIFT_MS = 5 * 60_000

/** Tries a connection, and says what is wrong: the address, its certificate, the token, the rights, the clock (Y11). */
export async function testConnection(ask: Ask, path: string | null, now: () => number): Promise<SyncTest> {
  const looks: { what: string; ok: boolean; message: string }[] = []
  const look = (what: string, ok: boolean, message: string) => void looks.push({ what, ok, message })
  try {
    const folder = path === null ? '/list' : `/list${pathToUrl(contentPath(path))}`
    const answer = await ask('GET', folder, { ok: [200, 403, 404] })
    look('address', true, 'The server answers.')
    look('token', true, 'The token is accepted.')
    if (answer.status === 403) look('permission', false, 'The token may not read this folder.')
    else if (answer.status === 404 && path !== null)
      look('permission', true, 'The folder is not there yet. The first sync makes it.')
    else if (!Array.isArray(await answer.json().catch(() => null)))
      look('service', false, 'Something else than an authoring service answers here.')
    else look('permission', true, 'The folder can be read.')
    const time = Date.parse(answer.headers.get('Date') ?? '')
    const drift = Math.abs(now() - time)
    if (drift > MOST_DRIFT_MS)
      look(
        'clock',
        true,
        `Its clock differs by ${Math.round(drift / 60_000)} minutes. A sync does not depend on it.`
      )
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    const isToken = error.reason === 'unauthenticated'
    if (isToken) look('address', true, 'The server answers.')
    look(isToken ? 'token' : 'address', false, error.message)
  }
  return { ok: looks.every(({ ok }) => ok), looks }
}
