import type { AccessRequest, AccessAnswer, AccessRequests } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'
import { createStore, useStore } from '../../state/store'
import { isOfOrg } from '../touches'

/**
 * What this person asks to be allowed, and what they may answer (A13), kept true by events; null while that is
 * not known, and at a service that knows nothing of it.
 */
const accessRequests = createStore<AccessRequests | null>(null, () => {
  const stop = onServiceEvent((event) => {
    if (event.type === 'hello' || event.type === 'asked' || isOfOrg(event)) void look()
  })
  void look()
  return stop
})

export const useAccessRequests = (): AccessRequests | null => useStore(accessRequests)

let turn = 0

async function look(): Promise<void> {
  const mine = ++turn
  try {
    const found = await api.accessRequests()
    if (mine === turn) accessRequests.set(found)
  } catch (problem) {
    // it is asked again with the next event
    console.warn('Who asks for access could not be asked.', problem)
  }
}

/** @param text in their own words, or none @throws GalleyError bad-path, bad-request, too-many */
export async function askFor(
  path: ContentPath,
  action: AccessRequest['action'],
  text: string
): Promise<void> {
  await api.ask({ path, action, ...(text.trim() !== '' && { text: text.trim() }) })
  await look()
}

/** @throws GalleyError */
export async function takeBack({ id }: AccessRequest): Promise<void> {
  await api.forgetAccessRequest(id)
  await look()
}

/** @throws GalleyError not-found when somebody else has answered; forbidden, bad-config */
export async function answerAccessRequest({ id }: AccessRequest, answer: AccessAnswer): Promise<void> {
  try {
    await api.answerAccessRequest(id, answer)
  } finally {
    await look()
  }
}
