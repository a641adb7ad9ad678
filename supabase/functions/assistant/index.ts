import { realDependencies } from '../_shared/dependencies.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, realDependencies));
