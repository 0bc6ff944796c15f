import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { readSmallJson } from '../http/small-bodies'

const noStore = { headers: { 'Cache-Control': 'no-store' } }

/** `GET /app/health` (W11 to W13): how the store, the disk and the place of the workspace are. The owner's alone: it may name any file. */
export function healthRoutes({ health }: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      return Response.json(await health.state(), noStore)
    }
  }
}

/** `POST /app/health/check`: begins to examine the whole store, unless that is under way. */
export function healthCheckRoutes({ health }: ServiceContext): Methods {
  return {
    async POST(c) {
      requireOwner(c.env.caller)
      health.check()
      return Response.json(await health.state(), { ...noStore, status: 202 })
    }
  }
}

const place = z.object({ silenced: z.boolean() })

/** `PUT /app/health/place` with `{silenced}`: whether the window speaks of the place of the workspace by itself. */
export function healthPlaceRoutes({ health }: ServiceContext): Methods {
  return {
    async PUT(c) {
      requireOwner(c.env.caller)
      const wanted = place.safeParse(await readSmallJson(c.req.raw))
      if (!wanted.success)
        throw new GalleyError('bad-request', 'Send {"silenced": true} or {"silenced": false}.', {
          where: 'silenced'
        })
      await health.silencePlace(wanted.data.silenced)
      return Response.json(await health.state(), noStore)
    }
  }
}
