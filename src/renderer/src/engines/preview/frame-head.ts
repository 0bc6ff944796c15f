import previewCss from './preview.css?raw'

const policy =
  "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'"

/**
 * What stands in the head of each page that is put into a frame: nothing in it runs or loads, and it has
 * Galley's plain style.
 * @param css style of Galley's own, behind the plain one
 */
export const frameHead = (css: string): string =>
  `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${previewCss}${css}</style>`
