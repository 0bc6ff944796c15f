import type { Command } from '../../workbench/commands/commands'
import { localApi } from '../../workbench/local-api'
import { notify } from '../../workbench/toast'
import { publicAddress } from '../publishing'
import { bringBackGone } from './bring-back-gone'
import { lookAtGone } from './open-entry'
import type { PublishedEntry } from '../../engines/tree/published-folders'
import { actingGone } from '../../engines/tree/selection'
import { tree } from '../../engines/tree/tree-store'
import { numberText } from '../../components/formats'

/**
 * What is done with lines of the tree that are still published and not here any more; unpublishing is
 * `tree.unpublish`.
 */
export function goneCommands(): Command[] {
  return [
    {
      id: 'gone.look',
      title: 'Look at what is still published',
      group: 'File',
      enabled: () => files().length === 1,
      run: () => files().slice(0, 1).forEach(lookAtGone)
    },
    {
      id: 'gone.bring-back',
      title: 'Bring back what is still published…',
      group: 'File',
      enabled: () => actingGone(tree()).length > 0,
      run: () => bringBackGone(actingGone(tree()))
    },
    {
      id: 'gone.copy-address',
      title: 'Copy the address of what is still published',
      group: 'Edit',
      enabled: () => files().length > 0,
      run: copyAddresses
    }
  ]
}

const files = (): PublishedEntry[] => actingGone(tree()).filter(({ kind }) => kind === 'file')

async function copyAddresses(): Promise<void> {
  const { origin } = localApi()
  const addresses = files().map(({ path, live, published }) =>
    publicAddress(path, live ? 'live' : 'preview', published === 'structured', origin)
  )
  await navigator.clipboard.writeText(addresses.join('\n'))
  notify(addresses.length === 1 ? 'Address copied.' : `Copied ${numberText(addresses.length)} addresses`)
}
