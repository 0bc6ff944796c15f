import { Button, Loader } from '@mantine/core'
import { modals } from '@mantine/modals'
import {
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFile,
  IconFolder,
  IconLink,
  IconTrashX
} from '@tabler/icons-react'
import { useState } from 'react'
import type { SetAsideItem } from '../../../../common/api/types'
import { api, sentenceOf, useWorkspace } from '../../api'
import { IconButton } from '../../workbench/IconButton'
import { saveBlob } from '../../components/save-text'
import { State } from '../../components/State'
import { exactTime, relativeTime } from '../../components/formats'
import { notifyFailure } from '../../workbench/toast'
import { sizeOf } from '../../../../common/content/size'
import { deleteSetAside, formerName, MOST_SHOWN, useSetAside, whyOf } from './items'
import classes from './set-aside.module.css'

/** Damaged files and records that broke a rule: to look at, to save, and to delete (W9). */
export function SetAside() {
  const { list, reload } = useSetAside()
  const [looked, setLooked] = useState<{ readonly item: SetAsideItem; readonly text: string } | null>(null)
  if (list.status === 'loading') return <Loader size={20} aria-label="Loading what was set aside" />
  if (list.status === 'failed')
    return (
      <State tone="bad" title="What was set aside cannot be shown" onAgain={reload}>
        {list.message}
      </State>
    )
  if (list.items.length === 0)
    return (
      <State icon={<IconCircleCheck size={20} stroke={1.5} />} title="Nothing was set aside">
        What is damaged, or breaks a rule, is put here instead of being used or thrown away.
      </State>
    )
  if (looked)
    return (
      <section className={classes.look} aria-label={`Content of ${formerName(looked.item.name)}`}>
        <p>
          <b>{formerName(looked.item.name)}</b>, as text
        </p>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard */}
        <pre tabIndex={0} dir="ltr" data-autofocus>
          {looked.text}
        </pre>
        <div>
          <Button variant="default" onClick={() => setLooked(null)}>
            Back to the list
          </Button>
        </div>
      </section>
    )
  const look = async (item: SetAsideItem) => {
    try {
      setLooked({ item, text: await (await api.readSetAside(item.name)).text() })
    } catch (error) {
      notifyFailure('It cannot be shown', sentenceOf(error))
    }
  }
  return (
    <div className={classes.view}>
      <p>These were damaged, or broke a rule, and are used no more. Everything else is not affected.</p>
      <ul aria-label="Set aside">
        {list.items.map((item) => (
          <Row key={item.name} item={item} onLook={() => void look(item)} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly item: SetAsideItem
  readonly onLook: () => void
}

function Row({ item, onLook }: RowProps) {
  const problems = useWorkspace()?.problems ?? []
  const name = formerName(item.name)
  const Sign = { file: IconFile, folder: IconFolder, other: IconLink }[item.kind]
  const why = whyOf(item, problems)
  return (
    <li>
      <Sign size={16} stroke={1.5} aria-hidden="true" />
      <div className={classes.what}>
        <b>{name}</b>
        <span>{why ?? kinds[item.kind]}</span>
        <span>
          {item.kind === 'file' && `${sizeOf(item.size)} · `}
          <time title={exactTime(item.at)}>{relativeTime(item.at)}</time>
        </span>
      </div>
      {item.kind === 'file' && (
        <>
          <IconButton label={lookLabel(item, name)} disabled={item.size > MOST_SHOWN} onClick={onLook}>
            <IconEye size={16} stroke={1.5} />
          </IconButton>
          <IconButton label={`Save ${name}`} onClick={() => void save(item)}>
            <IconDownload size={16} stroke={1.5} />
          </IconButton>
        </>
      )}
      <IconButton label={`Delete ${name} for good…`} onClick={() => confirmDelete(item)}>
        <IconTrashX size={16} stroke={1.5} />
      </IconButton>
    </li>
  )
}

const kinds: Readonly<Record<SetAsideItem['kind'], string>> = {
  file: 'It could not be read as what it was.',
  folder: 'A folder that broke a rule.',
  other: 'A link or a special file; it is never followed.'
}

const lookLabel = ({ size }: SetAsideItem, name: string): string =>
  size > MOST_SHOWN ? `${name} is too large to show: save it` : `Look at ${name}`

async function save(item: SetAsideItem): Promise<void> {
  try {
    saveBlob(formerName(item.name), await api.readSetAside(item.name))
  } catch (error) {
    notifyFailure('Not saved', sentenceOf(error))
  }
}

function confirmDelete(item: SetAsideItem): void {
  modals.openConfirmModal({
    title: `Delete “${formerName(item.name)}” for good?`,
    children: 'It is not used any more, but it may hold content that is nowhere else. This cannot be undone.',
    labels: { confirm: 'Delete for good', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () =>
      void deleteSetAside(item.name).catch((error: unknown) =>
        notifyFailure('Not deleted', sentenceOf(error))
      )
  })
}
