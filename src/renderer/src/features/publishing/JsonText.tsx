import { Button, CopyButton } from '@mantine/core'
import classes from './Publishing.module.css'

/** Delivered JSON, to read and to copy. */
export function JsonText({ text }: { readonly text: string }) {
  return (
    <div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <pre className={classes.json} tabIndex={0} aria-label="Delivered JSON">
        {readable(text)}
      </pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? 'Copied' : 'Copy JSON'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
