import { z } from 'zod'
import type { workspaceOperations } from '../../common/api/operations/workspace'
import { GalleyError } from '../../common/errors'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import { readSmallJson } from '../http/small-bodies'
import type { WorkspaceParts } from './parts'

/**
 * How the store, the disk and the place of the workspace are (W11 to W13); the owner's alone, for it may name
 * any file. The process that leads knows what is under way.
 */
export function healthHandlers({ health, leader }: Pick<WorkspaceParts, 'health' | 'leader'>) {
  return {
    async readHealth(asked) {
      if (leader) return leader.handOn(asked)
      return jsonAnswer(await health.state())
    },
    async checkHealth(asked) {
      if (leader) return leader.handOn(asked)
      health.check()
      return jsonAnswer(await health.state(), 202)
    },
    async silencePlace({ request }) {
      const wanted = place.safeParse(await readSmallJson(request))
      if (!wanted.success)
        throw new GalleyError('bad-request', 'Send {"silenced": true} or {"silenced": false}.', {
          where: 'silenced'
        })
      await health.silencePlace(wanted.data.silenced)
      return jsonAnswer(await health.state())
    }
  } satisfies Partial<Handlers<Known, typeof workspaceOperations>>
}

const place = z.object({ silenced: z.boolean() })
