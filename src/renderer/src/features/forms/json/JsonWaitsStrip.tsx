import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Strip } from '../../../documents/Strip'
import { useSignal } from '../../../state/signal'
import type { JsonText } from './json-text'

/** Beside the form: JSON of this document waits to be mended. */
export function JsonWaitsStrip({ json, onShow }: { readonly json: JsonText; readonly onShow: () => void }) {
  useSignal(json.changed)
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
