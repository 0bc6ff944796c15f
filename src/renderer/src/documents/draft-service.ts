import type { Client } from '../../../common/api/client'
import type { KeptDraft } from '../../../common/api/drafts'
import { fromBase64, toBase64 } from 'lib0/buffer'
import { contentPath } from '../../../common/content/paths'
import { inParts, type Draft, type DraftInParts, type DraftPlace } from './drafts'

/** Another browser's windows may still be alive: what they have not touched for so long is nobody's. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/**
 * Drafts at the service, for when this browser's own disk takes none.
 * @param browser this browser's name, a GUID
 */
export function openDraftService(
  client: Pick<Client, 'drafts' | 'keepDraft' | 'forgetDraft'>,
  browser: string
): DraftPlace {
  const keep = async ({ parts, sent, shared, ...draft }: DraftInParts) =>
    (await client.keepDraft({
      ...draft,
      text: parts.join(''),
      ...(sent && { sent: [...sent] }),
      ...(shared && { shared: { ...shared, update: toBase64(shared.update) } }),
      browser
    })) === 'disk'
      ? 'disk'
      : 'while-running'
  const mine = async () =>
    (await client.drafts()).filter((one) => one.browser === browser || one.at < Date.now() - ABANDONED_MS)
  return {
    put: keep,
    remove: (session) => client.forgetDraft(session),
    all: async () => (await mine()).map(draftOf),
    take: async (session, to) => {
      const found = (await mine()).find((one) => one.session === session)
      if (!found) return null
      const taken = { ...draftOf(found), session: to }
      await keep(inParts(taken))
      await client.forgetDraft(session)
      return taken
    }
  }
}

const draftOf = ({ browser: _browser, shared, ...draft }: KeptDraft): Draft => ({
  ...draft,
  ...(shared && { shared: { ...shared, update: fromBase64(shared.update) } }),
  path: contentPath(draft.path)
})
