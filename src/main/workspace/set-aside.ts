import type { workspaceOperations } from '../../common/api/operations/workspace'
import { GalleyError } from '../../common/errors'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import { contentHeaders } from '../http/file-answers'
import type { Handlers } from '../http/room'
import type { Store } from '../store/types'

/** What was damaged or broke a rule (W8); the owner's alone, for it may be of any place. */
export function setAsideHandlers(store: Store) {
  return {
    async listSetAside() {
      return jsonAnswer((await store.folder?.setAside.list()) ?? [])
    },
    async readSetAside(_asked, { parameters: { name } }) {
      const found = await store.folder?.setAside.read(name)
      if (!found) throw gone(name)
      return new Response(found.stream, {
        headers: {
          // whatever it is: never shown by a browser, only saved
          ...contentHeaders(''),
          'Content-Length': String(found.size),
          'Content-Disposition': 'attachment',
          'Cache-Control': 'no-store'
        }
      })
    },
    async deleteSetAside(_asked, { parameters: { name } }) {
      if (!(await store.folder?.setAside.remove(name))) throw gone(name)
      return new Response(null, { status: 204 })
    }
  } satisfies Partial<Handlers<Known, typeof workspaceOperations>>
}

const gone = (name: string) =>
  new GalleyError('not-found', 'No such file is set aside (any more).', { where: name })
