import { modals } from '@mantine/modals'
import { api, sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import { numberText } from '../../components/formats'

/**
 * Asks the owner, with what is at stake in numbers, then revokes every token, ends every session and takes
 * back every link (A5).
 */
export async function askToRevokeEverything(): Promise<void> {
  try {
    const [tokens, sessions] = await Promise.all([api.tokens(), api.sessions()])
    const valid = tokens.filter(({ state }) => state === 'valid').length
    modals.openConfirmModal({
      title: 'Sign everybody out and revoke every token?',
      children: questionOf(valid, sessions.length),
      labels: { confirm: 'Revoke everything', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => void revokeEverything()
    })
  } catch (error) {
    notifyFailure('Nothing was revoked', sentenceOf(error))
  }
}

const questionOf = (tokens: number, sessions: number): string =>
  `${counted(tokens, 'access token')} and ${counted(sessions, 'session')} of browsers end now, and every link that was not used opens nothing any more. People and programs need new ones. This cannot be undone.`

const counted = (count: number, what: string) => `${numberText(count)} ${what}${count === 1 ? '' : 's'}`

const revokeEverything = () =>
  api.revokeAll().then(
    ({ tokens, sessions, links }) =>
      notify(`Revoked: access tokens ${tokens}, sessions ${sessions}, unused links ${links}.`),
    (error: unknown) => notifyFailure('Not everything was revoked', sentenceOf(error))
  )
