import { Button, Group, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { PUBLIC_HOST_KEY, publicHost, publicHostIn } from '../../../../common/publishing/public-host'
import { readConfig } from '../../../../common/formats/sheet/config-format'
import { withEntry, withoutEntries } from '../../../../common/formats/sheet/config-entries'
import { api, sentenceOf } from '../../api'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'

/** Asks where readers find the site: a row of its config (U8). */
export async function askPublicHost(site: ContentPath): Promise<void> {
  try {
    const config = await api.config(site)
    const now = config && publicHostIn(readConfig(config.text).sheets.values())
    const id = modals.open({
      title: `Public host of ${nameOf(site)}`,
      children: (
        <PublicHost
          now={now ?? ''}
          onCancel={() => modals.close(id)}
          onSave={async (host) => {
            await save(site, config, host)
            modals.close(id)
          }}
        />
      )
    })
  } catch (problem) {
    notifyFailure('The config of the site could not be read', sentenceOf(problem))
  }
}

type StoredConfig = Awaited<ReturnType<typeof api.config>>

async function save(site: ContentPath, config: StoredConfig, host: string): Promise<void> {
  const bare = config === null ? null : withoutEntries(config.text, ({ key }) => key === PUBLIC_HOST_KEY)
  if (host === '' && bare === null) return
  const text = host === '' ? (bare ?? '') : withEntry(bare, PUBLIC_HOST_KEY, host)
  const { etag } = await api.saveConfig(site, text, config ? { ifMatch: config.etag } : { ifNoneMatch: '*' })
  notifyWithUndo(
    host === '' ? 'The site has no public host now' : `Readers find the site at ${host}`,
    async () => {
      const before = config?.text ?? withoutEntries(text, ({ key }) => key === PUBLIC_HOST_KEY)
      await api.saveConfig(site, before, { ifMatch: etag })
    }
  )
}

interface PublicHostProps {
  readonly now: string
  readonly onCancel: () => void
  readonly onSave: (host: string) => Promise<void>
}

function PublicHost({ now, onCancel, onSave }: PublicHostProps) {
  const [text, setText] = useState(now)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const typed = text.trim()
    const host = typed === '' ? '' : publicHost(typed)
    if (host === null) {
      setProblem('Write a host such as www.example.com, without a path.')
      return
    }
    setBusy(true)
    try {
      await onSave(host)
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={12}>
        <TextInput
          data-autofocus
          label="Public host"
          description="Where readers find the site. The head of each page then names whole addresses, and itself as the page that search engines list. Leave it empty to name none."
          placeholder="www.example.com"
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
