import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { locate } from '../../../../../common/schema'
import classes from '../document/StructuredDocument.module.css'
import { useSignal } from '../../../state/signal'
import type { JsonText, JsonTrouble } from './json-text'

/**
 * What the text is, or why it is not the document's data yet and what can be done. Takes the same room, so
 * that nothing jumps.
 */
export function JsonState({ json, readOnly }: { readonly json: JsonText; readonly readOnly: boolean }) {
  useSignal(json.changed)
  const { trouble } = json
  if (!trouble) {
    return (
      <p>
        {readOnly
          ? 'The document’s data. You may read it, not change it.'
          : 'The document’s data. What you change here changes the form, and is saved as you type.'}
      </p>
    )
  }
  return (
    <>
      <p className={classes.jsonTrouble} role="status">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          {json.restored && 'This JSON from last time is back. '}
          {sentenceOn(json.text, trouble)}
        </span>
      </p>
      <Button
        variant="default"
        size="compact-sm"
        title="Lets this text go and shows what the document holds"
        onClick={() => json.discard()}
      >
        Discard
      </Button>
      {trouble.kind === 'meets' && (
        <Button size="compact-sm" onClick={() => json.insist()}>
          Take this text
        </Button>
      )}
    </>
  )
}

function sentenceOn(text: string, trouble: JsonTrouble): string {
  if (trouble.kind === 'meets') {
    return 'The document has changed in the same place since. Nothing is overwritten until you decide.'
  }
  const { message, pointer } = trouble
  const at = pointer === null ? trouble.at : (locate(text, [pointer]).get(pointer)?.start ?? null)
  const line = at === null ? '' : `Line ${text.slice(0, at).split('\n').length}: `
  return `${line}${message} Not saved until it is mended.`
}
