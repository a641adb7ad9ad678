// The panorama library's own rules, loaded with the viewer: imported as style sheets, they would end up in
// the one sheet that every page inlines (docs/decisions/0016).
import core from '@photo-sphere-viewer/core/index.css?inline';
import markers from '@photo-sphere-viewer/markers-plugin/index.css?inline';
import virtualTour from '@photo-sphere-viewer/virtual-tour-plugin/index.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(core + markers + virtualTour);
document.adoptedStyleSheets.push(sheet);
