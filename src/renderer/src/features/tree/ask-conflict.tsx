import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { numberText } from '../../components/formats'
import classes from './dialogs.module.css'

export type ConflictChoice = 'replace' | 'keep-both' | 'skip'

/**
 * Asks what to do with names that are taken. Resolves to null when the person cancels.
 * @param options.replace false when replacing is not possible, as for folders
 */
export function askConflict(
  names: readonly string[],
  options: { replace: boolean }
): Promise<ConflictChoice | null> {
  return new Promise((resolve) => {
    let chosen: ConflictChoice | null = null
    const id = modals.open({
      title:
        names.length === 1
          ? `Replace “${names[0] ?? ''}”?`
          : `Replace ${numberText(names.length)} existing items?`,
      onClose: () => resolve(chosen),
      children: (
        <ConflictQuestion
          names={names}
          replace={options.replace}
          onChoose={(choice) => {
            chosen = choice
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface QuestionProps {
  readonly names: readonly string[]
  readonly replace: boolean
  readonly onChoose: (choice: ConflictChoice | null) => void
}

export function ConflictQuestion({ names, replace, onChoose }: QuestionProps) {
  const shown = names.slice(0, 6)
  return (
    <div className={classes.dialog}>
      <p>
        {names.length === 1
          ? 'Something with this name is already there. '
          : 'These names are already there. '}
        {replace
          ? 'What is replaced is kept: pages and JSON files as a version, other files in the trash.'
          : 'A folder cannot be replaced; keep both or skip it.'}
      </p>
      {names.length > 1 && (
        <ul className={classes.names}>
          {shown.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > shown.length && <li>and {numberText(names.length - shown.length)} more</li>}
        </ul>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onChoose('skip')}>
          Skip
        </Button>
        <Button variant="default" data-autofocus onClick={() => onChoose('keep-both')}>
          Keep both
        </Button>
        {replace && <Button onClick={() => onChoose('replace')}>Replace</Button>}
      </Group>
    </div>
  )
}
