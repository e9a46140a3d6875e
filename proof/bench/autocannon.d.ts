declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    requests: { path: string; headers?: Record<string, string> }[];
  };
  type Done = {
    duration: number;
    "2xx": number;
    non2xx: number;
    errors: number;
    latency: { p50: number; p97_5: number };
  };
  export default function autocannon(options: Options): Promise<Done>;
}
