import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.connectors.HttpsConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Runs Neo4j Community on loopback: HOME PORT PASSWORD. It ends with its process. */
public class Neo4jServer {
    private static final long STARTS_WITHIN_MILLISECONDS = 120_000;

    public static void main(String[] arguments) throws Exception {
        Path home = Files.createDirectories(Path.of(arguments[0]));
        SocketAddress address = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
        DatabaseManagementService service = new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, address)
            .setConfig(BoltConnector.advertised_address, address)
            .setConfig(HttpConnector.enabled, false)
            .setConfig(HttpsConnector.enabled, false)
            .setConfig(GraphDatabaseSettings.auth_enabled, true)
            .setConfig(GraphDatabaseSettings.pagecache_memory, 128L << 20)
            .build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        if (!service.database("neo4j").isAvailable(STARTS_WITHIN_MILLISECONDS)) {
            System.exit(2);
        }
        service.database("system").executeTransactionally(
            "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED",
            Map.of("password", arguments[2]));
        Thread.currentThread().join();
    }
}
