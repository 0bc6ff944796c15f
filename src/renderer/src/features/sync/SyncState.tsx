import { UnstyledButton } from '@mantine/core'
import { useWorkbench } from '../../workbench/workbench'
import { noFiles } from './pair-files'
import { showSync } from './screen'
import { StateIcon } from './StateIcon'
import { useSync } from './sync-store'
import { stateWords, toneOf, waitingOf } from './words'

/** How the shown site stands to its server, in the status bar; nothing for a site without one. */
export function SyncState({ className }: { readonly className: string | undefined }) {
  const site = useWorkbench((state) => state.site)
  const { overview, files } = useSync()
  const pairs = (overview?.pairs ?? []).filter(
    ({ local }) => site !== null && (local === site || local.startsWith(`${site}/`))
  )
  // of several, the one that needs a person most
  const pair = pairs.find((one) => toneOf(one) === 'warn') ?? pairs[0]
  if (!pair) return null
  return (
    <UnstyledButton
      className={className ?? ''}
      data-tone={toneOf(pair)}
      data-sync-state={pair.status.state}
      title={`${pair.local} and its server`}
      onClick={() => showSync(pair, null)}
    >
      <StateIcon pair={pair} size={14} />
      {stateWords(pair, waitingOf(files.get(pair.id) ?? noFiles))}
    </UnstyledButton>
  )
}
