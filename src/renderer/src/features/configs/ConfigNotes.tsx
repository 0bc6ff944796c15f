import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { Strip } from '../../documents/Strip'
import { DraftNotes } from '../../documents/DraftNotes'
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
      <DraftNotes draft={draft} what="config" />
    </div>
  )
}
