import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { contentHeaders } from '../http/file-answers'

/** `GET /app/set-aside`: what was damaged or broke a rule (W8). The owner's alone: it may be of any place. */
export function setAsideRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      return Response.json(await store.setAside.list(), { headers: { 'Cache-Control': 'no-store' } })
    }
  }
}

/** `GET` and `DELETE /app/set-aside/{name}`: a file's bytes, to be saved and looked at; and for good. */
export function setAsideItemRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      const name = c.req.param('name') ?? ''
      const found = await store.setAside.read(name)
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
    async DELETE(c) {
      requireOwner(c.env.caller)
      const name = c.req.param('name') ?? ''
      if (!(await store.setAside.remove(name))) throw gone(name)
      return new Response(null, { status: 204 })
    }
  }
}

const gone = (name: string) =>
  new GalleyError('not-found', 'No such file is set aside (any more).', { where: name })
