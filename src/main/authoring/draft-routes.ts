import type { draftOperations } from '../../common/api/operations/drafts'
import { keptDraft } from '../../common/api/drafts'
import { GalleyError } from '../../common/errors'
import { doneAnswer, jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import type { Drafts } from './drafts'
import { readSmallJson } from '../http/small-bodies'

/**
 * The text, what it was typed upon, and what was being sent, each as large as a document may be and escaped
 * as JSON.
 */
const DRAFT_BYTES = 256 * 1024 * 1024

/** What the caller's windows could not keep themselves (E1). */
export function draftHandlers(drafts: Drafts) {
  return {
    async listDrafts(asked) {
      return jsonAnswer(await drafts.list(personOf(asked)))
    },
    async keepDraft(asked, { parameters: { session } }) {
      const parsed = keptDraft.safeParse(await readSmallJson(asked.request, DRAFT_BYTES))
      if (!parsed.success || parsed.data.session !== session)
        throw new GalleyError('bad-request', 'This is no draft of the session in the address.', {
          where: parsed.error?.issues[0]?.path.join('.') || 'session'
        })
      return jsonAnswer({ kept: await drafts.put(personOf(asked), parsed.data) })
    },
    async forgetDraft(asked, { parameters: { session } }) {
      if (!(await drafts.remove(personOf(asked), session)))
        throw new GalleyError('not-found', 'There is no draft of this name.', { where: session })
      return doneAnswer()
    }
  } satisfies Handlers<Known, typeof draftOperations>
}

/** The owner's windows share theirs, whatever the owner is called meanwhile. */
const personOf = ({ caller }: Known) =>
  caller.kind === 'owner' ? 'owner' : caller.people.map(({ email }) => email.toLowerCase()).join(' ')
