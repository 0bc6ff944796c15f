import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory, IconInfoCircle } from '@tabler/icons-react'
import { saveText } from '../components/save-text'
import { keptWords } from '.'
import type { TextDraft } from './text-draft'
import { Strip } from './Strip'

/** What happened to changes that are saved only when the person says so. @param what `schema`, `config` */
export function DraftNotes({ draft, what }: { readonly draft: TextDraft; readonly what: string }) {
  return (
    <>
      {draft.dirty && (draft.kept === 'window' || draft.kept === 'while-running') && (
        <Strip tone="bad" icon={<IconAlertTriangle size={16} />} text={keptWords(draft.kept)}>
          <Button onClick={() => saveText(`${what}.json`, draft.current, 'application/json')}>
            Save to a file…
          </Button>
        </Strip>
      )}
      {draft.restored && (
        <Strip
          tone="calm"
          icon={<IconHistory size={16} />}
          text="Changes from last time that were not saved are back."
        >
          <Button variant="subtle" onClick={() => draft.discard()}>
            Discard them
          </Button>
          <Button variant="subtle" onClick={() => draft.dismiss()}>
            Keep
          </Button>
        </Strip>
      )}
      {draft.changedElsewhere && (
        <Strip
          tone="warn"
          icon={<IconInfoCircle size={16} />}
          text={`This ${what} was saved elsewhere while you were changing it. Saving yours replaces that; it stays in the history.`}
        >
          <Button variant="default" onClick={() => draft.discard()}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => draft.dismiss()}>
            Go on with mine
          </Button>
        </Strip>
      )}
    </>
  )
}
