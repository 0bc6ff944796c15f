import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { nameOf, segmentsOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { isPage } from '../../../../common/formats/files'
import { type Environment, environments } from '../../../../common/publishing/environments'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { useLocalApi } from '../../workbench/local-api'
import { publicAddress } from './addresses'
import { PublishDetails } from './PublishDetails'
import { askUnpublish, publishNow, type Flush, type Unfinished } from './publish-actions'
import { environmentState, shortWords } from './publish-state'
import { showPublished } from './PublishedView'
import { usePublishStatus, type PublishKnowledge } from './usePublishStatus'
import classes from './Publishing.module.css'
import { notify } from '../../workbench/toast'

interface PublishActionsProps {
  readonly path: ContentPath
  /** Saves what is not saved yet. */
  readonly flush: Flush
  readonly unfinished?: Unfinished
  /** Where there is little room: without the Preview button, whose command stays. */
  readonly compact?: boolean
}

/**
 * At the end of a document's toolbar: what is published of it, and Preview and Publish. Nothing for what is
 * never published.
 */
export function PublishActions(props: PublishActionsProps) {
  // schemas and other things of the service folder, and what lies in no site
  const [, , first] = segmentsOf(props.path)
  return first === undefined || first.startsWith('.') ? null : <Actions {...props} />
}

function Actions({ path, flush, unfinished, compact = false }: PublishActionsProps) {
  const [knowledge, lookAgain] = usePublishStatus(path)
  const [busy, setBusy] = useState<Environment | null>(null)
  const [open, setOpen] = useState(false)
  const pressed = useRef<HTMLButtonElement>(null)
  const { origin } = useLocalApi()
  const status = knowledge.kind === 'known' ? knowledge.status : null
  const canWrite = status?.live.permissions.includes('write') ?? false
  const isPublished = environments.some((environment) => status?.[environment].status === 200)
  const isLive = status?.live.status === 200

  const publish = async (environment: Environment, together = false) => {
    if (busy !== null) return
    pressed.current = document.activeElement instanceof HTMLButtonElement ? document.activeElement : null
    setBusy(environment)
    await publishNow(path, environment, flush, { ...(unfinished ? { unfinished } : {}), together })
    lookAgain()
    setBusy(null)
  }
  // a button that is disabled while it works has lost the keyboard
  useEffect(() => {
    if (busy === null && document.activeElement === document.body) pressed.current?.focus()
  }, [busy])
  const shownEnvironment: Environment = isLive ? 'live' : 'preview'
  const structured = status?.[shownEnvironment].kind === 'structured'
  const run = useEffectEvent((id: CommandId) => {
    switch (id) {
      case 'publish.preview':
        return publish('preview')
      case 'publish.live':
        return publish('live')
      case 'publish.together':
        return publish('live', true)
      case 'publish.unpublish':
        return askUnpublish(path)
      case 'publish.look':
        return showPublished(path, shownEnvironment, structured)
      case 'publish.copy-address':
        return copyAddress(publicAddress(path, shownEnvironment, structured, origin))
    }
  })
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('publish.preview'),
          enabled: () => canWrite,
          run: () => run('publish.preview')
        },
        {
          ...viewCommand('publish.live'),
          enabled: () => canWrite,
          run: () => run('publish.live')
        },
        {
          ...viewCommand('publish.together'),
          enabled: () => canWrite && isPage(splitName(nameOf(path)).ext),
          run: () => run('publish.together')
        },
        {
          ...viewCommand('publish.unpublish'),
          enabled: () => canWrite && isPublished,
          run: () => run('publish.unpublish')
        },
        {
          ...viewCommand('publish.look'),
          enabled: () => isPublished,
          run: () => run('publish.look')
        },
        {
          ...viewCommand('publish.copy-address'),
          enabled: () => isPublished,
          run: () => run('publish.copy-address')
        }
      ]),
    [canWrite, isPublished, path]
  )

  return (
    <div className={classes.group} role="group" aria-label="Publishing">
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={380} withArrow trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            size="compact-xs"
            className={classes.state ?? ''}
            disabled={knowledge.kind === 'loading'}
            aria-expanded={open}
            rightSection={<IconChevronDown size={12} aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            <StateWords knowledge={knowledge} />
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {status && <PublishDetails {...{ path, status, canWrite }} onDone={() => setOpen(false)} />}
          {knowledge.kind === 'failed' && (
            <div className={classes.details}>
              <p>{knowledge.message}</p>
              <Button variant="default" size="compact-sm" onClick={lookAgain}>
                Try again
              </Button>
            </div>
          )}
        </Popover.Dropdown>
      </Popover>
      {!compact && (
        <Button
          variant="default"
          size="compact-xs"
          className={classes.preview ?? ''}
          loading={busy === 'preview'}
          disabled={!canWrite || busy === 'live'}
          title={canWrite || !status ? 'Publish to preview, where editors look at it' : NOT_ALLOWED}
          onClick={() => void publish('preview')}
        >
          Preview
        </Button>
      )}
      <Button
        size="compact-xs"
        loading={busy === 'live'}
        disabled={!canWrite || busy === 'preview'}
        title={canWrite || !status ? 'Make it live for readers' : NOT_ALLOWED}
        onClick={() => void publish('live')}
      >
        Publish
      </Button>
    </div>
  )
}

type CommandId =
  | 'publish.preview'
  | 'publish.live'
  | 'publish.together'
  | 'publish.unpublish'
  | 'publish.look'
  | 'publish.copy-address'

const NOT_ALLOWED = 'You may read this document and not publish it. Ask who looks after the organization.'

function StateWords({ knowledge }: { readonly knowledge: PublishKnowledge }) {
  if (knowledge.kind === 'loading') return <span className={classes.words}>…</span>
  if (knowledge.kind === 'failed') return <span className={classes.words}>State not known</span>
  const { preview, live, edit } = knowledge.status
  const source = edit.status === 200 ? (edit.etag ?? null) : null
  const states = [environmentState(preview, source), environmentState(live, source)] as const
  const freshness = states[1].freshness === 'never' ? states[0].freshness : states[1].freshness
  return (
    <>
      <i aria-hidden="true" className={classes.dot} data-freshness={freshness} />
      <span className={classes.words}>{shortWords(...states)}</span>
    </>
  )
}

async function copyAddress(address: string): Promise<void> {
  await navigator.clipboard.writeText(address)
  notify('Address copied.')
}
