import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { api, sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import { awaitField } from '../../workbench/typing-ahead'

/**
 * Shows what a token did, and brings it back when the person says so (MC8).
 * @param id of the token; default: the last that was used
 */
export async function openTokenReturn(id?: string): Promise<void> {
  try {
    const [tokens, { TokenReturn }] = await Promise.all([api.tokens(), import('./TokenReturn')])
    const used = tokens
      .filter(({ kind }) => kind === 'access')
      .sort((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0))
    const first = used.find((token) => token.id === id) ?? used[0]
    if (!first) return notify('There is no token that could have changed anything.')
    awaitField()
    const dialog = modals.open({
      title: 'Bring back what a token did',
      size: 720,
      children: createElement(TokenReturn, {
        tokens: used,
        first,
        onDone: () => modals.close(dialog)
      })
    })
  } catch (error) {
    notifyFailure('The tokens cannot be listed', sentenceOf(error))
  }
}
