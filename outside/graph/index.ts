export {
  GRAPH_VERSION,
  type Graph,
  type GraphCall,
  type GraphConfig,
  type GraphPage,
  openGraph,
  openGraphCall,
} from "./graph-client.ts";
export { GraphError } from "./graph-error.ts";
export { type MetaConfig, readMetaConfig } from "./meta-config.ts";
