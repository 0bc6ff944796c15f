import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { State } from '../components/State'
import { runCommand, useShortcutOf } from '../workbench/commands/commands'
import { togglePanel, usePlaces } from '../workbench/panels'
import { shownShortcut } from '../workbench/commands/shown-keys'
import { useWorkbench } from '../workbench/workbench'

/** The middle of the window when no tab is open. */
export function MainEmpty() {
  const site = useWorkbench((state) => state.site)
  const { sidebar } = usePlaces()
  const keys = useShortcutOf('view.palette')
  return (
    <State
      icon={<IconFileText size={20} stroke={1.5} />}
      title={site ? 'Nothing open' : 'No site yet'}
      actions={
        site ? (
          <>
            {sidebar === 'hidden' && (
              <Button variant="default" onClick={() => togglePanel('sidebar')}>
                Show the content
              </Button>
            )}
            <Button variant="default" onClick={() => void runCommand('go.file')}>
              Go to file…
            </Button>
            <Button variant="default" onClick={() => void runCommand('file.new-page')}>
              New page
            </Button>
          </>
        ) : (
          <Button onClick={() => void runCommand('file.new-site')}>New site…</Button>
        )
      }
    >
      {site
        ? `Choose a file in the content, or ${keys ? `press ${shownShortcut(keys)} to find one` : 'find one'} by name.`
        : 'Content lives in sites. Make the first one, or drop a folder on the sidebar.'}
    </State>
  )
}
