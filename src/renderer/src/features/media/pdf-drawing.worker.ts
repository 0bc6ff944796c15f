import './pdf-gaps'
import 'pdfjs-dist/legacy/build/pdf.renderer.min.mjs'
