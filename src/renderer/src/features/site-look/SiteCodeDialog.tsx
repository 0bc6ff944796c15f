import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { SiteCode } from '../../../../common/site-code'
import { desktop } from '../../workbench/bridge'
import { notify } from '../../workbench/toast'
import classes from './SiteLook.module.css'
import { readSiteCode, setSiteCode, showSiteLook } from './site-code'

/** Asks where the code of a site lies (E23). */
export async function askSiteCode(site: ContentPath): Promise<void> {
  const state = await readSiteCode(site)
  if (!state) return notify('Sites are shown with their own code in the app.')
  if (state.isHeld) return notify('The code of a site runs only in a workspace that you trust.')
  const id = modals.open({
    title: `Code of ${nameOf(site)}`,
    children: <SiteCodeForm site={site} now={state.code} onDone={() => modals.close(id)} />
  })
}

interface SiteCodeFormProps {
  readonly site: ContentPath
  readonly now: SiteCode | null
  readonly onDone: () => void
}

function SiteCodeForm({ site, now, onDone }: SiteCodeFormProps) {
  const [kind, setKind] = useState<SiteCode['kind']>(now?.kind ?? 'folder')
  const [folder, setFolder] = useState(now?.kind === 'folder' ? now.folder : '')
  const [address, setAddress] = useState(now?.kind === 'address' ? now.address : '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (code: SiteCode | null) => {
    const found = await setSiteCode(site, code)
    setProblem(found)
    if (found !== null) return
    showSiteLook(code !== null)
    onDone()
  }
  const choose = async () => {
    const chosen = await desktop()?.call('chooseFolder', 'Folder with the code of the site')
    if (chosen != null) setFolder(chosen)
  }
  const code: SiteCode =
    kind === 'folder' ? { kind, folder: folder.trim() } : { kind, address: address.trim() }
  const isEmpty = kind === 'folder' ? folder.trim() === '' : address.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty) setProblem(kind === 'folder' ? 'Choose a folder.' : 'Write an address.')
        else void save(code)
      }}
    >
      <Stack gap={12}>
        <p className={classes.note}>
          Styles, scripts and blocks of the site: pages are then shown with them, closed off from Galley and
          from the network. This computer alone remembers where they lie.
        </p>
        <SegmentedControl
          size="xs"
          aria-label="Where the code lies"
          value={kind}
          onChange={(value) => {
            setKind(value === 'address' ? 'address' : 'folder')
            setProblem(null)
          }}
          data={[
            { value: 'folder', label: 'In a folder' },
            { value: 'address', label: 'At an address' }
          ]}
        />
        {kind === 'folder' ? (
          <Group gap={8} align="flex-end" wrap="nowrap">
            <TextInput
              data-autofocus
              flex={1}
              label="Folder"
              description="The one with head.html, scripts, styles and blocks."
              value={folder}
              error={problem}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <Button variant="default" onClick={() => void choose()}>
              Choose…
            </Button>
          </Group>
        ) : (
          <TextInput
            data-autofocus
            label="Address"
            description="Where the site is delivered, or the server on this computer that you develop with. Only its code is asked for; nothing of your content goes there."
            placeholder="http://localhost:3000"
            value={address}
            error={problem}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          {now !== null && (
            <Button variant="default" mr="auto" onClick={() => void save(null)}>
              Forget
            </Button>
          )}
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Show with it</Button>
        </Group>
      </Stack>
    </form>
  )
}
