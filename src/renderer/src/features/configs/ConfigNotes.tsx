import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory, IconInfoCircle, IconLock } from '@tabler/icons-react'
import { Strip } from '../editors/Banner'
import type { ConfigDraft } from './config-draft'
import { placeInWords, type ConfigProblem } from './config-problem'

interface ConfigNotesProps {
  readonly draft: ConfigDraft
  readonly problem: ConfigProblem | null
}

/** What a person should know about the config before going on. */
export function ConfigNotes({ draft, problem }: ConfigNotesProps) {
  return (
    <div>
      {!draft.writable && (
        <Strip
          tone="calm"
          icon={<IconLock size={16} />}
          text="You may read this config. Changing it needs the right to write on CONFIG."
        />
      )}
      {problem && (
        <Strip
          tone="warn"
          icon={<IconAlertTriangle size={16} />}
          text={`This cannot be saved yet. ${problem.message}${problem.where === '' ? '' : ` Place: ${placeInWords(problem.where)}.`}`}
        />
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
          text="This config was saved elsewhere while you were changing it. Saving yours replaces that; it stays in the history."
        >
          <Button variant="default" onClick={() => draft.discard()}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => draft.dismiss()}>
            Go on with mine
          </Button>
        </Strip>
      )}
    </div>
  )
}
