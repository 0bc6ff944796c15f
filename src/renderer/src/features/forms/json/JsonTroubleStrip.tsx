import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Strip } from '../../editors/Banner'
import type { JsonText } from './json-text'

/** Why what was typed is not the document's data yet, and what can be done. */
export function JsonTroubleStrip({ json }: { readonly json: JsonText }) {
  useSyncExternalStore(json.changed.subscribe, json.changed.count)
  const { trouble } = json
  if (!trouble) return null
  const back = json.restored ? 'This JSON from last time is back. ' : ''
  const discard = (
    <Button variant="default" onClick={() => json.discard()}>
      Show the document as it is
    </Button>
  )
  if (trouble.kind === 'meets') {
    return (
      <Strip
        tone="warn"
        icon={<IconHistory size={16} />}
        text={`${back}The document has changed in the same place since. Nothing is overwritten until you decide.`}
      >
        {discard}
        <Button onClick={() => json.insist()}>Take this text</Button>
      </Strip>
    )
  }
  return (
    <Strip
      tone="warn"
      icon={<IconAlertTriangle size={16} />}
      text={`${back}${placeIn(json.text, trouble.at)}${trouble.message} Until it is mended, the document stays as it was; the text is kept here.`}
    >
      {discard}
    </Strip>
  )
}

/** The same beside the form: text of this document waits to be mended. */
export function JsonWaitsStrip({ json, onShow }: { readonly json: JsonText; readonly onShow: () => void }) {
  useSyncExternalStore(json.changed.subscribe, json.changed.count)
  if (!json.trouble) return null
  return (
    <Strip
      tone="warn"
      icon={<IconAlertTriangle size={16} />}
      text={
        json.restored
          ? 'JSON that was typed last time is not part of the document, because it was not right. It was kept.'
          : 'The JSON that you typed is not part of the document yet, because it is not right. It is kept.'
      }
    >
      <Button variant="default" onClick={() => json.discard()}>
        Discard it
      </Button>
      <Button onClick={onShow}>Show it</Button>
    </Strip>
  )
}

function placeIn(text: string, at: number | null): string {
  if (at === null) return ''
  return `Line ${text.slice(0, at).split('\n').length}: `
}
