/** Longest time for which the scripts of a page wait for its picture, in ms. */
const SPHERE_TIMEOUT_MS = 2500;

/** Milliseconds between two checks whether the picture is sharp. */
const SHARPNESS_CHECK_MS = 30;

/**
 * Adds the scripts that a page holds in a template once the sphere that it began with is sharp: they would share the line with its tiles.
 * A page whose own script was refused or found nothing to begin with gets them at once.
 */
const template = document.querySelector<HTMLTemplateElement>('template#suite');
const patientUntil = performance.now() + SPHERE_TIMEOUT_MS;
const addRestOfPage = () => {
  const { firstSphere } = window;
  const isSharp = firstSphere !== 'coming' && firstSphere?.engine.isSharp();
  const waits = firstSphere && !isSharp && performance.now() < patientUntil;
  if (waits) setTimeout(addRestOfPage, SHARPNESS_CHECK_MS);
  else if (template) document.body.append(template.content);
};
addRestOfPage();
