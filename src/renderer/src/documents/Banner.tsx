import { Button, CloseButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowMerge,
  IconHistory,
  IconInfoCircle,
  IconTrash
} from '@tabler/icons-react'
import { closeTab, openCompare } from '../workbench/workbench'
import { nameOf } from '../../../common/content/paths'
import { assertNever } from '../../../common/errors'
import { saveText } from '../components/save-text'
import {
  YOU,
  atStart,
  bringBack,
  keptWords,
  type DocumentSession,
  type DocumentSnapshot,
  type Notice,
  type Question
} from '.'
import { compareWithNewest } from './versions/compare-newest'
import { weekdayTime } from '../components/formats'
import { notify } from '../workbench/toast'
import { HoldStrip } from './holds/HoldStrip'
import { SinceStrip } from './since/SinceStrip'
import { Strip } from './Strip'

interface BannerProps {
  readonly session: DocumentSession
  readonly snapshot: DocumentSnapshot
  /** Too large for colours and checks. */
  readonly plain: boolean
}

/** What happened to the document while it was open, and what the person can do about it. */
export function Banner({ session, snapshot, plain }: BannerProps) {
  const { question, notice, status, phase, kept } = snapshot
  const isUnsafe = kept === 'window' || kept === 'while-running'
  return (
    <div>
      {question && <QuestionBanner session={session} question={question} />}
      {!question && status?.kind === 'failed' && (
        <Strip
          tone="bad"
          icon={<IconAlertTriangle size={16} />}
          text={`Not saved. ${status.message} ${keptWords(kept)}`}
        >
          {(isUnsafe || status.reason === 'forbidden') && <SaveToFile session={session} />}
          <Button variant="default" onClick={status.retry}>
            Retry
          </Button>
        </Strip>
      )}
      {question && isUnsafe && (
        <Strip tone="bad" icon={<IconAlertTriangle size={16} />} text={keptWords(kept)}>
          <SaveToFile session={session} />
        </Strip>
      )}
      {phase.kind === 'bytes' && status?.kind === 'read-only' && (
        <Strip tone="warn" icon={<IconInfoCircle size={16} />} text={status.message} />
      )}
      {plain && (
        <Strip
          tone="calm"
          icon={<IconInfoCircle size={16} />}
          text="This document is large: it is shown as plain text, without colours and checks, so that typing stays quick."
        />
      )}
      {notice && <NoticeBanner session={session} notice={notice} />}
      <HoldStrip session={session} />
      <SinceStrip session={session} />
    </div>
  )
}

/** Where no disk of Galley's takes the words, or they may not be saved there, the person may know another. */
function SaveToFile({ session }: { readonly session: DocumentSession }) {
  const save = () => saveText(nameOf(session.path), session.text(), 'text/plain')
  return <Button onClick={save}>Save to a file…</Button>
}

function QuestionBanner({
  session,
  question
}: {
  readonly session: DocumentSession
  readonly question: Question
}) {
  const { path } = session
  if (question.kind === 'deleted') {
    const close = () => {
      void session.letGo()
      closeTab(`document:${path}`)
    }
    return (
      <Strip
        tone="warn"
        icon={<IconTrash size={16} />}
        text={`${atStart(question.by)} deleted this file. The text is still here.`}
      >
        <Button onClick={() => void bringBack(path)}>Restore</Button>
        <Button variant="default" onClick={() => void session.saveAgain()}>
          Save it again
        </Button>
        <Button variant="default" onClick={close}>
          Close
        </Button>
      </Strip>
    )
  }
  const compare = () => openCompare(path, { kind: 'current', path }, { kind: 'draft', path })
  return (
    <Strip
      tone="warn"
      icon={<IconAlertTriangle size={16} />}
      text={`${conflictWords(question.by)} Nothing is overwritten until you decide.`}
    >
      <Button variant="default" onClick={compare}>
        Compare
      </Button>
      <Button variant="default" onClick={() => void session.takeTheirs()}>
        Take theirs
      </Button>
      <Button onClick={() => void session.keepMine()}>Keep mine</Button>
    </Strip>
  )
}

function NoticeBanner({ session, notice }: { readonly session: DocumentSession; readonly notice: Notice }) {
  const { path } = session
  const dismiss = <CloseButton size="sm" aria-label="Dismiss" onClick={() => session.dismissNotice()} />
  const undo = (
    <Button variant="subtle" onClick={() => void undoOrSay(session)}>
      Undo
    </Button>
  )
  const compare = (
    <Button variant="subtle" onClick={() => void compareWithNewest(path)}>
      Compare
    </Button>
  )
  switch (notice.kind) {
    case 'changed':
      return (
        <Strip tone="calm" icon={<IconHistory size={16} />} text={changedWords(notice.by)}>
          {compare}
          {undo}
          {dismiss}
        </Strip>
      )
    case 'merged':
      return (
        <Strip
          tone="calm"
          icon={<IconArrowMerge size={16} />}
          text={`${mergedWords(notice.by)} Both are in the text now.`}
        >
          {compare}
          {undo}
          {dismiss}
        </Strip>
      )
    case 'took-theirs':
      return (
        <Strip
          tone="calm"
          icon={<IconHistory size={16} />}
          text={
            notice.isKept
              ? `${theirWords(notice.by)} What you typed here is the newest version in the history; Undo brings it back.`
              : `${theirWords(notice.by)} What you typed here comes back with Undo.`
          }
        >
          {undo}
          {dismiss}
        </Strip>
      )
    case 'draft':
      return (
        <Strip
          tone="calm"
          icon={<IconHistory size={16} />}
          text={`Words from ${weekdayTime(notice.at)} that were not saved are back.`}
        >
          {compare}
          {dismiss}
        </Strip>
      )
    default:
      return assertNever(notice)
  }
}

async function undoOrSay(session: DocumentSession): Promise<void> {
  if (await session.undoNotice()) return
  notify('You have typed in the same lines since. Compare, and restore what you need from the history.')
}

/** Both changed the same place. @param by who changed it; `you`: in another window, or with a script */
function conflictWords(by: string): string {
  return by === YOU
    ? 'You changed this file elsewhere while you were typing here, in the same place.'
    : `${atStart(by)} changed this file while you were typing in the same place.`
}

/** Their text is shown, nothing was typed here. */
const changedWords = (by: string) => (by === YOU ? 'You changed this file elsewhere.' : `Changed by ${by}.`)
/** Words of both are in the text. */
function mergedWords(by: string): string {
  return by === YOU
    ? 'You changed this file elsewhere while you were typing here.'
    : `${atStart(by)} changed this file while you were typing.`
}

/** Whose text was taken. */
const theirWords = (by: string) =>
  by === YOU ? 'This is what you saved elsewhere.' : `This is the text of ${by}.`
