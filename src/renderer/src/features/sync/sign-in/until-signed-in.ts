import { GalleyError } from '../../../../../common/errors'
import { onServiceEvent } from '../../../api'
import { sync } from '../../../api/sync'

/**
 * Waits until somebody has signed in for a remote.
 * @throws GalleyError how it failed, `cancelled` when nobody wants it any more
 */
export async function untilSignedIn(id: string): Promise<void> {
  let wake: () => void = () => undefined
  const stop = onServiceEvent(({ type }) => {
    if (type === 'sync' || type === 'hello') wake()
  })
  try {
    for (;;) {
      // what changes while it is read counts, too
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const { remotes } = await sync.overview()
      const signIn = remotes.find((one) => one.id === id)?.signIn
      if (!signIn) throw new GalleyError('cancelled', 'The server was removed.')
      if (signIn.state === 'in') return
      if (signIn.state !== 'waiting')
        throw signIn.problem === null
          ? new GalleyError('cancelled', 'The sign-in was cancelled.')
          : new GalleyError('forbidden', signIn.problem)
      await changed
    }
  } finally {
    stop()
  }
}
